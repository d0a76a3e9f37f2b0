/** The editor panel that shows a grid. There is one, and each new grid replaces the last. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { GridContent } from './grid.ts';
import { gridPage } from './gridPage.ts';
import { READ_FILES, READ_LANGUAGES } from './languages.ts';

export class GridPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private grid: GridContent | undefined;
  private isStale = false;
  private readonly watcher = vscode.workspace.createFileSystemWatcher(`**/*.{${READ_FILES.join(',')}}`);
  private readonly changes = vscode.Disposable.from(
    this.watcher,
    this.watcher.onDidChange((file) => this.fileChanged(file)),
    this.watcher.onDidCreate((file) => this.fileChanged(file)),
    this.watcher.onDidDelete((file) => this.fileChanged(file)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && READ_LANGUAGES.includes(document.languageId)) {
        this.markStale();
      }
    }),
  );

  show(grid: GridContent): void {
    const panel = this.panel ?? this.open();
    this.grid = grid;
    this.isStale = false;
    this.draw(panel, grid);
    panel.reveal(undefined, true);
  }

  dispose(): void {
    this.changes.dispose();
    this.panel?.dispose();
  }

  /** What is shown was drawn from code that is another one now. */
  private markStale(): void {
    if (this.panel !== undefined && this.grid !== undefined && !this.isStale) {
      this.isStale = true;
      this.draw(this.panel, this.grid);
    }
  }

  /** An open file changes by edits; that it is saved changes nothing. */
  private fileChanged(file: vscode.Uri): void {
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === file.toString());
    if (!isOpen) {
      this.markStale();
    }
  }

  private draw(panel: vscode.WebviewPanel, grid: GridContent): void {
    panel.title = `Grid: ${grid.title}${this.isStale ? ' (before the last edit)' : ''}`;
    panel.webview.html = gridPage(grid, randomBytes(16).toString('hex'), this.isStale);
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
      this.grid = undefined;
    });
    this.panel = panel;
    return panel;
  }
}
