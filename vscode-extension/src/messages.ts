/** What the user reads when the server cannot start or is not the one expected. */
import type { BinarySource } from './binary.ts';

export function serverMissing(configured: string, tried: readonly string[]): string {
  if (configured.trim() !== '') {
    return `LayoutLens: there is no program at "${configured.trim()}" (setting layoutlens.server.path). Correct the path, or clear the setting to use the server that came with the extension.`;
  }
  return `LayoutLens: the server program is missing (looked for ${tried.join(', ')}). Install layoutlens and set layoutlens.server.path, or install the extension build for your platform.`;
}

export function serverCannotRun(program: string, reason: string): string {
  return `LayoutLens: "${program}" cannot be run: ${reason.trim()}. Set layoutlens.server.path to a layoutlens program built for this machine.`;
}

export function serverIsSomethingElse(program: string): string {
  return `LayoutLens: "${program}" does not answer --version as layoutlens does, so it was not started. Set layoutlens.server.path to the layoutlens program.`;
}

export function serverOfOtherVersion(
  program: string,
  source: BinarySource,
  serverVersion: string,
  extensionVersion: string,
): string {
  const origin = { setting: 'from layoutlens.server.path', PATH: 'found on PATH', extension: 'inside the extension' };
  return `LayoutLens: the server "${program}" (${origin[source]}) is version ${serverVersion}, the extension is ${extensionVersion}. It was started, but some features may be missing; install both in one version.`;
}

export const noLayoutInFile = 'LayoutLens: no layout of this file is known.';
export const noStatementUnderCursor = 'LayoutLens: there is no `cute: run` statement under the cursor.';
export const notTried = 'LayoutLens: the statement could not be written and emulated here. Put the cursor on a line of code and try again.';
export const noMessageToExplain = 'LayoutLens: copy or select what a compiler printed first.';
export const noEditor = 'LayoutLens: open a CUDA C++, Python or Rust file first.';
export const serverNotRunning = 'LayoutLens: the server is not running.';
