/** What a click on the status item offers. */
import * as vscode from 'vscode';

const ENTRIES: readonly { readonly label: string; readonly command: string; readonly argument?: string }[] = [
  { label: '$(symbol-array) Open grid of the layout under the cursor', command: 'layoutlens.openGrid' },
  { label: '$(arrow-down) Go to the next layout', command: 'layoutlens.nextLayout' },
  { label: '$(eye) Toggle hints', command: 'layoutlens.toggleHints' },
  { label: '$(mortar-board) Get started', command: 'layoutlens.getStarted' },
  { label: '$(gear) Settings', command: 'workbench.action.openSettings', argument: '@ext:layoutlens.layoutlens' },
  { label: '$(output) Show output', command: 'layoutlens.showOutput' },
  { label: '$(debug-restart) Restart server', command: 'layoutlens.restart' },
];

/** Shows the menu; what the server said unasked stands above it. */
export async function showMenu(remarks: readonly string[]): Promise<void> {
  const placeHolder = remarks.length === 0 ? 'LayoutLens' : remarks.join(' ');
  const chosen = await vscode.window.showQuickPick(ENTRIES, { placeHolder });
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command, ...(chosen.argument === undefined ? [] : [chosen.argument]));
  }
}

/** Switches hints off and on again, for the user. */
export async function toggleHints(): Promise<void> {
  const section = vscode.workspace.getConfiguration('layoutlens');
  await section.update('hints.enable', !section.get('hints.enable', true), vscode.ConfigurationTarget.Global);
}
