/** The settings under `layoutlens.`, read once per server start. */
import * as vscode from 'vscode';

export interface Settings {
  readonly serverPath: string;
  readonly hints: boolean;
  readonly lens: boolean;
}

export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration('layoutlens');
  return {
    serverPath: section.get('server.path', ''),
    hints: section.get('hints.enable', true),
    lens: section.get('lens.enable', true),
  };
}

/** True when a change reaches the server only through a new start. */
export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return ['server', 'hints', 'lens'].some((part) => event.affectsConfiguration(`layoutlens.${part}`));
}
