/** Commands that go to layouts and run statements: for the palette, keys, the context menu and the walkthrough. */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { CuteEditor } from './cuteEditor.ts';
import { following, type ListedLayout } from './layouts.ts';
import * as messages from './messages.ts';
import type { Server } from './server.ts';

type RunCommand = 'layoutlens.emulate' | 'layoutlens.runOnGpu';

/** A lens as the server sends it. */
interface Lens {
  readonly range: { readonly start: { line: number }; readonly end: { line: number } };
  readonly command?: { readonly command: string; readonly arguments?: unknown[] };
}

/** A walkthrough takes the focus back behind a click on a button of it; hovers and new lenses need it in the editor. */
const FOCUS_MS = 500;

/** A layout, and no tiled copy or MMA. */
const PLAIN = /^(Sw<|[(\d_])/;

/** How many layouts are looked at for one that can be drawn. */
const MOST_TRIED = 16;

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
    const uri = editor.document.uri.toString();
    const layouts = await this.server.request<ListedLayout[] | null>('layoutlens/layouts', { textDocument: { uri } });
    const hinted = await this.linesWithHints(uri, editor.document.lineCount);
    const all = following(layouts ?? [], editor.selection.active);
    const beside = all.filter((layout) => hinted.has(layout.range.start.line) && PLAIN.test(layout.value ?? ''));
    const found = await this.firstWithGrid(uri, beside.length > 0 ? beside : all);
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

  /** Lines beside which a layout is shown; none where hints are off. */
  private async linesWithHints(uri: string, lineCount: number): Promise<Set<number>> {
    const range = { start: { line: 0, character: 0 }, end: { line: lineCount, character: 0 } };
    const params = { textDocument: { uri }, range };
    const hints = await this.server.request<{ position: { line: number } }[] | null>('textDocument/inlayHint', params);
    return new Set((hints ?? []).map((hint) => hint.position.line));
  }

  /** The first that can be drawn: a parameter that only stands for a layout, or a shape, is passed over. */
  private async firstWithGrid(uri: string, layouts: readonly ListedLayout[]): Promise<ListedLayout | undefined> {
    for (const layout of layouts.slice(0, MOST_TRIED)) {
      const params = { textDocument: { uri }, position: layout.range.start };
      const grid = await this.server.request<{ svg: string | null } | null>('layoutlens/grid', params);
      if (grid?.svg != null) {
        return layout;
      }
    }
    return layouts[0];
  }

  async hover(): Promise<void> {
    const isFromElsewhere = vscode.window.activeTextEditor === undefined;
    const editor = await this.next();
    if (editor === undefined) {
      return;
    }
    if (isFromElsewhere) {
      await this.focus(editor);
    }
    await vscode.commands.executeCommand('editor.action.showHover');
  }

  /** Brings the focus to an editor behind a click elsewhere. */
  private async focus(editor: vscode.TextEditor): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, FOCUS_MS));
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
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
    const isFromElsewhere = vscode.window.activeTextEditor === undefined;
    const editor = await this.editor.show();
    if (editor === undefined) {
      void vscode.window.showInformationMessage(messages.noEditor);
      return;
    }
    const { line } = editor.selection.active;
    const { text, firstNonWhitespaceCharacterIndex } = editor.document.lineAt(line);
    const mark = editor.document.languageId === 'python' ? '#' : '//';
    const written = `${text.slice(0, firstNonWhitespaceCharacterIndex)}${mark} ${TRIED}\n`;
    const isWritten = await editor.edit((edit) => edit.insert(new vscode.Position(line, 0), written));
    if (!isWritten || !(await this.runAt('layoutlens.emulate', editor, line))) {
      void vscode.window.showInformationMessage(messages.notTried);
    }
    // An editor that loses the focus asks for no lenses: the result would stand behind none.
    if (isFromElsewhere) {
      await this.focus(editor);
    }
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
