/** The editor panel that shows a grid. There is one, and each new grid replaces the last. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { GridContent } from './grid.ts';
import { gridPage } from './gridPage.ts';

export class GridPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  show(grid: GridContent): void {
    const panel = this.panel ?? this.open();
    panel.title = `Grid: ${grid.title}`;
    panel.webview.html = gridPage(grid, randomBytes(16).toString('hex'));
    panel.reveal(undefined, true);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      'layoutlens.grid',
      'Grid',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
    );
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    this.panel = panel;
    return panel;
  }
}
