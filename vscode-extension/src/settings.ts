/** The settings under `layoutlens.`. The server reads all but these two itself. */
import * as vscode from 'vscode';

const OF_THE_CLIENT = ['server.path', 'trace.server'];

/** Value of `layoutlens.server.path`. */
export function serverPath(): string {
  return vscode.workspace.getConfiguration('layoutlens').get('server.path', '');
}

/**
 * What the user has set, by name. What nobody has set is `null`: for the server that is not the default, for a
 * `layoutlens.toml` may say something else.
 */
export function settingsForServer(names: readonly string[]): Record<string, unknown> {
  const section = vscode.workspace.getConfiguration('layoutlens');
  const isSet = (name: string): boolean => {
    const said = section.inspect(name);
    return [said?.globalValue, said?.workspaceValue, said?.workspaceFolderValue].some((value) => value !== undefined);
  };
  return Object.fromEntries(names.map((name) => [name, isSet(name) ? section.get(name) : null]));
}

/** What pictures are looked at on. */
export function theme(): string {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Dark:
      return 'dark';
    case vscode.ColorThemeKind.HighContrast:
      return 'highContrast';
    default:
      return 'light';
  }
}

/** The names of the server's settings, as the extension contributes them. */
export function namesForServer(packageJson: unknown): string[] {
  const { properties } = (packageJson as { contributes: { configuration: { properties: object } } }).contributes.configuration;
  const names = Object.keys(properties).map((name) => name.slice('layoutlens.'.length));
  return names.filter((name) => !OF_THE_CLIENT.includes(name));
}

/** True when a change reaches the server only through a new start. */
export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('layoutlens.server');
}
