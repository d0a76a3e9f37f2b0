/** The settings under `layoutlens.`, read once per server start. */
import * as vscode from 'vscode';

export interface Settings {
  readonly serverPath: string;
  readonly hints: boolean;
  readonly lens: boolean;
  /** The words of the command that starts a worker with a GPU; none: the server starts it. */
  readonly runCommand: readonly string[];
}

export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration('layoutlens');
  return {
    serverPath: section.get('server.path', ''),
    hints: section.get('hints.enable', true),
    lens: section.get('lens.enable', true),
    runCommand: section.get<string[]>('run.command', []),
  };
}

/** True when a change reaches the server only through a new start. */
export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return ['server', 'hints', 'lens', 'run'].some((part) => event.affectsConfiguration(`layoutlens.${part}`));
}
