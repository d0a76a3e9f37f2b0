/** Entry of the extension: starts the server when there is something to read, and registers what the client side does itself. */
import * as vscode from 'vscode';
import { Beginning } from './beginning.ts';
import { Benches } from './bench.ts';
import { CuteEditor } from './cuteEditor.ts';
import { explainMessage } from './explanation.ts';
import { isGridContent } from './grid.ts';
import { KernelDocuments } from './kernelDocuments.ts';
import { showMenu, toggleHints } from './menu.ts';
import * as messages from './messages.ts';
import { OnLayouts } from './onLayouts.ts';
import { Server } from './server.ts';
import { needsRestart } from './settings.ts';
import { Status } from './status.ts';

const WALKTHROUGH = 'layoutlens.layoutlens#start';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const kernels = new KernelDocuments();
  const started = new Server(context, kernels);
  server = started;
  const editor = new CuteEditor();
  const layouts = new OnLayouts(started, editor, context.extensionPath);
  let firstStart: Promise<void> | undefined;
  const beginning = new Beginning(() => {
    firstStart = started.start();
  });
  const benches = new Benches(started, async () => {
    beginning.now();
    await firstStart;
  });
  const commands: Record<string, (...args: unknown[]) => unknown> = {
    restart: () => (beginning.hasBegun ? started.restart() : beginning.now()),
    showOutput: () => started.output.show(),
    showGrid: (grid) => showGrid(started, benches, grid),
    openGrid: () => openBenchUnderCursor(started, editor, benches),
    getStarted: () => getStarted(started),
    openExample: () => layouts.openExample(),
    // Not waited for: a walkthrough takes the focus back when its command is done.
    nextLayout: () => void layouts.next(),
    hoverLayout: () => void layouts.hover(),
    emulateHere: () => layouts.run('layoutlens.emulate'),
    runHere: () => layouts.run('layoutlens.runOnGpu'),
    tryStatement: () => void layouts.tryStatement(),
    formatStatements: () => formatStatements(started, editor),
    explainMessage: () => explainMessage(started),
    toggleHints,
    menu: async () => {
      if (started.state === 'failed') {
        started.output.show();
      }
      await showMenu(started.remarks);
      started.forgetRemarks();
    },
  };
  context.subscriptions.push(
    started,
    kernels,
    benches,
    editor,
    beginning,
    new Status(started),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`layoutlens.${name}`, run)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => noteStatement(textEditor)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (needsRestart(event) && beginning.hasBegun) {
        void started.restart();
      }
    }),
    vscode.window.onDidChangeActiveColorTheme(() => started.themeChanged()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => (beginning.hasBegun ? started.restart() : undefined)),
  );
  await beginning.watch();
  await firstStart;
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

/** Opens the walkthrough. Its first step is done when a context changes while it listens, not by one that is so already. */
async function getStarted(from: Server): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'layoutlens.kernelIsOpen', false);
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
  await vscode.commands.executeCommand('setContext', 'layoutlens.kernelIsOpen', from.running);
}

/** Whether the cursor stands on a statement that runs: the context menu offers to run it. */
function noteStatement({ document, selection }: vscode.TextEditor): void {
  const isOn = /\bcute:\s*run\b/.test(document.lineAt(selection.active.line).text);
  void vscode.commands.executeCommand('setContext', 'layoutlens.onStatement', isOn);
}

async function showGrid(from: Server, benches: Benches, grid: unknown): Promise<void> {
  if (!isGridContent(grid)) {
    from.output.warn('layoutlens.showGrid was called with something that is no grid');
  } else if (grid.at !== undefined) {
    await benches.open({ uri: grid.at.textDocument.uri, position: grid.at.position });
  } else if (grid.layout !== undefined) {
    await benches.open({ expression: grid.layout });
  }
}

async function formatStatements(from: Server, cute: CuteEditor): Promise<void> {
  const editor = await cute.show();
  if (editor === undefined) {
    void vscode.window.showInformationMessage(messages.noEditor);
  } else if (from.running) {
    await from.format(editor.document);
  } else {
    void vscode.window.showWarningMessage(messages.serverNotRunning);
  }
}

async function openBenchUnderCursor(from: Server, cute: CuteEditor, benches: Benches): Promise<void> {
  const editor = await cute.show();
  if (editor === undefined) {
    void vscode.window.showInformationMessage(messages.noEditor);
    return;
  }
  if (!from.running) {
    void vscode.window.showWarningMessage(messages.serverNotRunning);
    return;
  }
  const { line, character } = editor.selection.active;
  const subject = { uri: editor.document.uri.toString(), position: { line, character } };
  const params = { textDocument: { uri: subject.uri }, position: subject.position };
  const answer = await from.request<{ gone?: string } | null>('layoutlens/bench', params);
  if (typeof answer?.gone === 'string') {
    void vscode.window.showInformationMessage(`LayoutLens: ${answer.gone}`);
  } else {
    await benches.open(subject);
  }
}
