/** The editor that a command is about: the active one, or from a walkthrough the last one with code that the server reads. */
import * as vscode from 'vscode';
import { READ_LANGUAGES } from './languages.ts';

export class CuteEditor implements vscode.Disposable {
  private last: vscode.TextDocument | undefined;
  private readonly listening: vscode.Disposable;

  constructor() {
    this.note(vscode.window.activeTextEditor);
    this.listening = vscode.window.onDidChangeActiveTextEditor((editor) => this.note(editor));
  }

  /** Shows the document beside what is active when it is not active itself. */
  async show(): Promise<vscode.TextEditor | undefined> {
    const active = vscode.window.activeTextEditor;
    if (active !== undefined && READ_LANGUAGES.includes(active.document.languageId)) {
      return active;
    }
    const visible = vscode.window.visibleTextEditors.find((editor) => READ_LANGUAGES.includes(editor.document.languageId));
    const document = visible?.document ?? this.last;
    if (document === undefined || document.isClosed) {
      return undefined;
    }
    return vscode.window.showTextDocument(document, visible?.viewColumn ?? vscode.ViewColumn.Beside);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private note(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && READ_LANGUAGES.includes(editor.document.languageId)) {
      this.last = editor.document;
    }
  }
}
