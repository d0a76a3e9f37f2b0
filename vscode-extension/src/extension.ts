/** Entry of the extension: starts the server and registers what the client side does itself. */
import * as vscode from 'vscode';
import { isGridContent } from './grid.ts';
import { GridPanel } from './gridPanel.ts';
import { KernelDocuments } from './kernelDocuments.ts';
import * as messages from './messages.ts';
import { Server } from './server.ts';
import { needsRestart } from './settings.ts';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const kernels = new KernelDocuments();
  const started = new Server(context, kernels);
  server = started;
  const panel = new GridPanel();
  context.subscriptions.push(
    started,
    kernels,
    panel,
    vscode.commands.registerCommand('layoutlens.restart', () => started.restart()),
    vscode.commands.registerCommand('layoutlens.showOutput', () => started.output.show()),
    vscode.commands.registerCommand('layoutlens.showGrid', (grid: unknown) => {
      if (isGridContent(grid)) {
        panel.show(grid);
      } else {
        started.output.warn('layoutlens.showGrid was called with something that is no grid');
      }
    }),
    vscode.commands.registerCommand('layoutlens.openGrid', () => openGridUnderCursor(started, panel)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (needsRestart(event)) {
        void started.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
  );
  await started.start();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

async function openGridUnderCursor(from: Server, panel: GridPanel): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return;
  }
  if (!from.running) {
    void vscode.window.showWarningMessage(messages.serverNotRunning);
    return;
  }
  const grid = await from.request<unknown>('layoutlens/grid', from.positionParams(editor));
  if (isGridContent(grid)) {
    panel.show(grid);
  } else {
    void vscode.window.showInformationMessage(messages.noLayoutUnderCursor);
  }
}
