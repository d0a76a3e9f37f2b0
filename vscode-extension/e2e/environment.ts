/** What `cargo xtask test` hands to these tests. */
import { existsSync } from 'node:fs';

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set: these tests are started by \`cargo xtask test\``);
  }
  return value;
}

/** The packaged extension, with the release server inside. */
export const vsix = required('LAYOUTLENS_VSIX');
/** The driver extension, packaged. */
export const driverVsix = required('LAYOUTLENS_DRIVER_VSIX');
/** The release server alone. */
export const binary = required('LAYOUTLENS_BIN');
/** Folder with `node_modules/code-server`. */
export const codeServerFolder = required('LAYOUTLENS_CODE_SERVER');
/** The Chromium program. */
export const chromium = required('LAYOUTLENS_CHROMIUM');
/** Where pictures go. */
export const screenshots = required('LAYOUTLENS_SCREENSHOTS');
/** The example projects. Tests work on a copy. */
export const testWorkspaces = required('LAYOUTLENS_TEST_WORKSPACES');

/** Code bases of other people, fetched. */
export const corpora = required('LAYOUTLENS_CORPORA');

for (const path of [vsix, driverVsix, binary, codeServerFolder, chromium, testWorkspaces, corpora]) {
  if (!existsSync(path)) {
    throw new Error(`${path} does not exist`);
  }
}
