/** Where the server program is. Pure: the file system is asked through `BinaryPlaces.isFile`. */
import * as path from 'node:path';

export interface BinaryPlaces {
  /** Value of `layoutlens.server.path`; empty when not set. */
  readonly configured: string;
  /** Folder of the installed extension. */
  readonly extensionFolder: string;
  /** The environment's `PATH`. */
  readonly searchPath: string;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
  readonly isFile: (candidate: string) => boolean;
}

export type BinarySource = 'setting' | 'extension' | 'PATH';

export type BinaryLookup =
  | { readonly found: true; readonly path: string; readonly source: BinarySource }
  | { readonly found: false; readonly tried: readonly string[] };

/**
 * The setting wins and is final: a wrong setting is an error, never a silent fallback.
 * Without it: the program inside the extension, then the first on `PATH`.
 */
export function findBinary(places: BinaryPlaces): BinaryLookup {
  const configured = expandHome(places.configured.trim(), places.homeFolder);
  if (configured !== '') {
    return places.isFile(configured)
      ? { found: true, path: configured, source: 'setting' }
      : { found: false, tried: [configured] };
  }
  const flavour = places.platform === 'win32' ? path.win32 : path.posix;
  const name = places.platform === 'win32' ? 'layoutlens.exe' : 'layoutlens';
  const bundled = flavour.join(places.extensionFolder, 'bin', name);
  if (places.isFile(bundled)) {
    return { found: true, path: bundled, source: 'extension' };
  }
  const onPath = places.searchPath
    .split(flavour.delimiter)
    .filter((folder) => flavour.isAbsolute(folder))
    .map((folder) => flavour.join(folder, name));
  const first = onPath.find((candidate) => places.isFile(candidate));
  return first === undefined
    ? { found: false, tried: [bundled, `${name} on PATH`] }
    : { found: true, path: first, source: 'PATH' };
}

function expandHome(configured: string, homeFolder: string): string {
  return /^~[/\\]/.test(configured) ? homeFolder + configured.slice(1) : configured;
}
