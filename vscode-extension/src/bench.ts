/** Benches: panels with the server's page, which follow the cursor and the text until they are pinned. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import * as said from './benchMessages.ts';
import { READ_FILES, READ_LANGUAGES } from './languages.ts';
import type { Position } from './layouts.ts';
import type { Server } from './server.ts';

/** What a bench shows: a place in a document, or an expression. */
export interface Subject {
  readonly uri?: string;
  readonly position?: Position;
  readonly expression?: string;
}

interface Bench {
  readonly panel: vscode.WebviewPanel;
  isPinned: boolean;
  isReady: boolean;
  /** Whether the page of a running server is in it. */
  hasPage: boolean;
  /** What it is to show once it listens. */
  first?: { subject: Subject; view?: object };
}

const TYPE = 'layoutlens.bench';
/** The cursor moves on before an answer is worth its work. */
const RESTING_MS = 40;

export class Benches implements vscode.Disposable {
  private readonly benches = new Set<Bench>();
  private readonly server: Server;
  private readonly begin: () => Promise<void>;
  private readonly watcher = vscode.workspace.createFileSystemWatcher(`**/*.{${READ_FILES.join(',')}}`);
  private readonly listening: vscode.Disposable;
  private resting: NodeJS.Timeout | undefined;

  /** `begin` starts the server where nothing has. */
  constructor(server: Server, begin: () => Promise<void>) {
    this.server = server;
    this.begin = begin;
    const changed = (uri: vscode.Uri): void => this.tellAll({ event: 'changed', uri: uri.toString() });
    this.listening = vscode.Disposable.from(
      this.watcher,
      this.watcher.onDidChange(changed),
      this.watcher.onDidCreate(changed),
      this.watcher.onDidDelete(changed),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && READ_LANGUAGES.includes(document.languageId)) {
          changed(document.uri);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.tellAll({ event: 'closed', uri: uri.toString() })),
      vscode.window.registerWebviewPanelSerializer(TYPE, { deserializeWebviewPanel: (panel, state) => this.restore(panel, state) }),
      vscode.window.registerUriHandler({ handleUri: ({ path, query }) => this.openLink(path, query) }),
      server.onDidChange(() => this.serverChanged()),
    );
  }

  /** Shows something in the bench that follows, or in a new one beside the code. */
  async open(subject: Subject, view?: object): Promise<void> {
    const known = [...this.benches].find(({ isPinned }) => !isPinned);
    if (known?.isReady) {
      known.panel.reveal(undefined, true);
      this.tell(known, { event: 'show', subject, ...(view === undefined ? {} : { view }) });
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = known?.panel ?? vscode.window.createWebviewPanel(TYPE, 'Bench', column, options());
    const bench = known ?? this.take(panel);
    bench.first = { subject, ...(view === undefined ? {} : { view }) };
    if (!bench.hasPage) {
      await this.fill(bench);
    }
  }

  dispose(): void {
    clearTimeout(this.resting);
    this.listening.dispose();
    for (const { panel } of this.benches) {
      panel.dispose();
    }
  }

  private take(panel: vscode.WebviewPanel): Bench {
    const bench: Bench = { panel, isPinned: false, isReady: false, hasPage: false };
    this.benches.add(bench);
    panel.onDidDispose(() => this.benches.delete(bench));
    panel.webview.onDidReceiveMessage((message: unknown) => void this.hear(bench, message));
    return bench;
  }

  /** A panel of the window that was closed or reloaded: its page knows what it showed. */
  private async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    panel.webview.options = options();
    const bench = this.take(panel);
    bench.isPinned = (state as { isPinned?: unknown } | undefined)?.isPinned === true;
    panel.webview.html = waiting('The server starts.');
    await this.begin();
    await this.fill(bench);
  }

  private async fill(bench: Bench): Promise<void> {
    const page = await this.server
      .request<{ html?: unknown }>('layoutlens/page', { nonce: randomBytes(16).toString('hex') })
      .catch(() => undefined);
    if (typeof page?.html === 'string') {
      bench.hasPage = true;
      bench.isReady = false;
      bench.panel.webview.html = page.html;
    } else {
      bench.panel.webview.html = waiting('The server is not running. The bench comes when it runs.');
    }
  }

  private async hear(bench: Bench, message: unknown): Promise<void> {
    const question = said.question(message);
    if (question !== undefined) {
      void bench.panel.webview.postMessage({ id: question.id, ...(await this.answer(question)) });
      return;
    }
    if (said.isReady(message)) {
      bench.isReady = true;
      if (bench.first !== undefined) {
        this.tell(bench, { event: 'show', ...bench.first });
        delete bench.first;
      }
    }
    bench.isPinned = said.pinnedOf(message) ?? bench.isPinned;
    const title = said.titleOf(message);
    if (title !== undefined) {
      bench.panel.title = `Bench: ${title}`;
    }
    const file = said.fileOf(message);
    if (file !== undefined) {
      await save(file);
    }
    const link = said.linkOf(message);
    if (link !== undefined) {
      await vscode.env.clipboard.writeText(`${vscode.env.uriScheme}://layoutlens.layoutlens/bench?${link}`);
      void vscode.window.setStatusBarMessage('LayoutLens: the link is copied', 4000);
    }
  }

  private async answer({ method, params }: said.Question): Promise<{ result: unknown } | { error: string }> {
    try {
      const result = await this.server.request<unknown>(method, params);
      return result === undefined ? { error: 'The server is not running.' } : { result };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  private follow(editor: vscode.TextEditor): void {
    if (this.benches.size === 0 || !READ_LANGUAGES.includes(editor.document.languageId)) {
      return;
    }
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const { line, character } = editor.selection.active;
      const event = { event: 'cursor', uri: editor.document.uri.toString(), position: { line, character } };
      for (const bench of this.benches) {
        if (!bench.isPinned) {
          this.tell(bench, event);
        }
      }
    }, RESTING_MS);
  }

  private serverChanged(): void {
    for (const bench of this.benches) {
      if (this.server.state === 'failed') {
        this.tell(bench, { event: 'lost', reason: 'The server has ended. *LayoutLens: Restart Server* starts it again.' });
      } else if (this.server.running && bench.hasPage) {
        this.tell(bench, { event: 'back' });
      } else if (this.server.running) {
        void this.fill(bench);
      }
    }
  }

  private async openLink(path: string, query: string): Promise<void> {
    const asked = path === '/bench' ? said.viewOfLink(query) : undefined;
    if (asked !== undefined) {
      await this.begin();
      await this.open(asked.subject, asked.view);
    }
  }

  private tellAll(event: object): void {
    for (const bench of this.benches) {
      this.tell(bench, event);
    }
  }

  private tell({ panel }: Bench, event: object): void {
    void panel.webview.postMessage(event);
  }
}

/** The page that is there before there is a server to ask for another. */
function waiting(sentence: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head><body><p>${sentence}</p></body></html>`;
}

function options(): vscode.WebviewPanelOptions & vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [], enableFindWidget: true };
}

async function save({ name, text, base64 }: said.SavedFile): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) });
  if (target !== undefined) {
    await vscode.workspace.fs.writeFile(target, text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8'));
  }
}
