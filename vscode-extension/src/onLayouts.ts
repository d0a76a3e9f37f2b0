/** Commands that go to layouts and run statements: for the palette, keys, the context menu and the walkthrough. */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { CuteEditor } from './cuteEditor.ts';
import { type ListedLayout, next } from './layouts.ts';
import * as messages from './messages.ts';
import type { Server } from './server.ts';

type RunCommand = 'layoutlens.emulate' | 'layoutlens.runOnGpu';

/** A lens as the server sends it. */
interface Lens {
  readonly range: { readonly start: { line: number }; readonly end: { line: number } };
  readonly command?: { readonly command: string; readonly arguments?: unknown[] };
}

/** A copy that transposes: each language has its own comment before it. */
const TRIED = 'cute: run copy (64,64):(1,64) -> (64,64):(64,1) : f32';

export class OnLayouts {
  private readonly server: Server;
  private readonly editor: CuteEditor;
  private readonly extensionFolder: string;

  constructor(server: Server, editor: CuteEditor, extensionFolder: string) {
    this.server = server;
    this.editor = editor;
    this.extensionFolder = extensionFolder;
  }

  /** Puts the cursor on the next layout that is known; gives its editor. */
  async next(): Promise<vscode.TextEditor | undefined> {
    const editor = await this.editor.show();
    if (editor === undefined) {
      void vscode.window.showInformationMessage(messages.noEditor);
      return undefined;
    }
    const params = { textDocument: { uri: editor.document.uri.toString() } };
    const layouts = await this.server.request<ListedLayout[] | null>('layoutlens/layouts', params);
    const found = next(layouts ?? [], editor.selection.active);
    if (found === undefined) {
      void vscode.window.showInformationMessage(messages.noLayoutInFile);
      return undefined;
    }
    const { line, character } = found.range.start;
    const place = new vscode.Position(line, character);
    editor.selection = new vscode.Selection(place, place);
    editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return editor;
  }

  async hover(): Promise<void> {
    if ((await this.next()) !== undefined) {
      await vscode.commands.executeCommand('editor.action.showHover');
    }
  }

  /** Runs the statement under the cursor, as its lens does. */
  async run(command: RunCommand): Promise<void> {
    const editor = await this.editor.show();
    if (editor === undefined || !(await this.runAt(command, editor, editor.selection.active.line))) {
      void vscode.window.showInformationMessage(messages.noStatementUnderCursor);
    }
  }

  /** Writes a statement above the line of the cursor and emulates it; one undo takes it away. */
  async tryStatement(): Promise<void> {
    const editor = await this.editor.show();
    if (editor === undefined) {
      void vscode.window.showInformationMessage(messages.noEditor);
      return;
    }
    const { line } = editor.selection.active;
    const { text, firstNonWhitespaceCharacterIndex } = editor.document.lineAt(line);
    const mark = editor.document.languageId === 'python' ? '#' : '//';
    const written = `${text.slice(0, firstNonWhitespaceCharacterIndex)}${mark} ${TRIED}\n`;
    await editor.edit((edit) => edit.insert(new vscode.Position(line, 0), written));
    await this.runAt('layoutlens.emulate', editor, line);
  }

  async openExample(): Promise<void> {
    const content = await readFile(path.join(this.extensionFolder, 'dist', 'example.cu'), 'utf8');
    const document = await vscode.workspace.openTextDocument({ language: 'cuda-cpp', content });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
  }

  private async runAt(command: RunCommand, editor: vscode.TextEditor, line: number): Promise<boolean> {
    const params = { textDocument: { uri: editor.document.uri.toString() } };
    const lenses = (await this.server.request<Lens[] | null>('textDocument/codeLens', params)) ?? [];
    const lens = lenses.find(
      ({ range, command: made }) => made?.command === command && range.start.line <= line && line <= range.end.line,
    );
    if (lens?.command === undefined) {
      return false;
    }
    await vscode.commands.executeCommand(command, ...(lens.command.arguments ?? []));
    return true;
  }
}
