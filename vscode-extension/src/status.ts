/** The item in the status bar: how many layouts and findings the document has, what the server does, on which GPU it ran. */
import * as vscode from 'vscode';
import { type ListedLayout, known } from './layouts.ts';
import { READ_LANGUAGES } from './languages.ts';
import type { Server } from './server.ts';
import { statusText } from './statusText.ts';

/** An edit is followed by others: the count waits for the last. */
const QUIET_MS = 400;

export class Status implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly listening: vscode.Disposable[];
  private readonly server: Server;
  private timer: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.server = server;
    this.item = vscode.window.createStatusBarItem('layoutlens.status', vscode.StatusBarAlignment.Left, 0);
    this.item.name = 'LayoutLens';
    this.item.command = 'layoutlens.menu';
    this.listening = [
      vscode.window.onDidChangeActiveTextEditor(() => void this.show()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.showLater(document.uri)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => this.showLater(uri))),
      server.onDidChange(() => void this.show()),
    ];
    void this.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item.dispose();
    this.listening.forEach((one) => one.dispose());
  }

  private showLater(uri: vscode.Uri): void {
    if (uri.toString() === vscode.window.activeTextEditor?.document.uri.toString()) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.show(), QUIET_MS);
    }
  }

  private async show(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const { state } = this.server;
    if (document === undefined || !READ_LANGUAGES.includes(document.languageId) || state === 'not started') {
      this.item.hide();
      return;
    }
    const findings = vscode.languages.getDiagnostics(document.uri).filter((found) => found.source === 'layoutlens');
    const layouts = await this.layouts(document.uri);
    if (document !== vscode.window.activeTextEditor?.document) {
      return;
    }
    const text = statusText({
      state: this.server.state,
      runs: this.server.runs,
      layouts,
      findings: findings.length,
      lastRun: this.server.lastRun,
      remarks: this.server.remarks,
    });
    this.item.text = text.label;
    this.item.tooltip = text.tooltip;
    this.item.backgroundColor = text.isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.show();
  }

  private async layouts(uri: vscode.Uri): Promise<number | undefined> {
    try {
      const params = { textDocument: { uri: uri.toString() } };
      const listed = await this.server.request<ListedLayout[] | null>('layoutlens/layouts', params);
      return listed == null ? undefined : known(listed).length;
    } catch {
      // The text has changed meanwhile: another count is on its way.
      return undefined;
    }
  }
}
