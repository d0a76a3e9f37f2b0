/** Versions of the server and of the extension: they are released together and must be equal. */

export type VersionCheck =
  | { readonly kind: 'same' }
  | { readonly kind: 'other'; readonly version: string }
  | { readonly kind: 'unreadable' };

/** Compares what `layoutlens --version` printed with the version of the extension. */
export function checkVersion(printed: string, extensionVersion: string): VersionCheck {
  const version = /^layoutlens (\d+\.\d+\.\d+\S*)$/.exec(printed.trim())?.[1];
  if (version === undefined) {
    return { kind: 'unreadable' };
  }
  return version === extensionVersion ? { kind: 'same' } : { kind: 'other', version };
}
