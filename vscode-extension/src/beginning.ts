/** When the server starts: with the first document that it is of use for, or at once where a CUDA file is in the workspace. */
import * as vscode from 'vscode';
import { isOfInterest } from './interest.ts';
import { READ_LANGUAGES } from './languages.ts';

/** Calls `begin` once, when there is something to read. */
export class Beginning implements vscode.Disposable {
  private readonly listening: vscode.Disposable[] = [];
  private readonly begin: () => void;
  private begun = false;

  constructor(begin: () => void) {
    this.begin = begin;
  }

  async watch(): Promise<void> {
    this.listening.push(
      vscode.workspace.onDidOpenTextDocument((document) => this.look(document, document.getText())),
      vscode.workspace.onDidSaveTextDocument((document) => this.look(document, document.getText())),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // What is typed comes letter by letter: the line that it makes is looked at.
        for (const change of contentChanges) {
          this.look(document, change.text + document.lineAt(change.range.start.line).text);
        }
      }),
    );
    for (const document of vscode.workspace.textDocuments) {
      this.look(document, document.getText());
    }
    if (!this.begun && (await vscode.workspace.findFiles('**/*.{cu,cuh}', undefined, 1)).length > 0) {
      this.now();
    }
  }

  /** Starts it whatever is open. */
  now(): void {
    if (!this.begun) {
      this.begun = true;
      this.dispose();
      this.begin();
    }
  }

  get hasBegun(): boolean {
    return this.begun;
  }

  dispose(): void {
    for (const one of this.listening.splice(0)) {
      one.dispose();
    }
  }

  private look(document: vscode.TextDocument, text: string): void {
    if (READ_LANGUAGES.includes(document.languageId) && isOfInterest(document.languageId, text)) {
      this.now();
    }
  }
}
