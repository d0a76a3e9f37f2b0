/** Starts, stops and restarts the language server, one step after the other. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions, State } from 'vscode-languageclient/node';
import { type BinaryLookup, findBinary } from './binary.ts';
import type { KernelDocuments } from './kernelDocuments.ts';
import { READ_LANGUAGES } from './languages.ts';
import * as messages from './messages.ts';
import { RunProgress } from './runProgress.ts';
import { namesForServer, serverPath, settingsForServer, theme } from './settings.ts';
import { lastRunOf, type ServerState } from './statusText.ts';
import { TraceChannel } from './traceChannel.ts';
import { checkVersion } from './version.ts';

/** `layoutlens --version` answers in milliseconds; a program that does not is not layoutlens. */
const VERSION_TIMEOUT_MS = 10_000;
/** A server that has not answered by then hangs; a restart must still be possible. */
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;
/** Commands that the server may put behind a link in a hover. */
const COMMANDS_IN_HOVERS = ['layoutlens.openGrid', 'layoutlens.showGrid'];
/** Commands that run a statement. */
const RUNS = ['layoutlens.runOnGpu', 'layoutlens.emulate'];
/** What the server has to say of a command may come just behind its answer. */
const BEHIND_ANSWER_MS = 2_000;
/** Kinds of `window/showMessage`. */
const ERROR = 1, WARNING = 2;

export class Server implements vscode.Disposable {
  readonly output: vscode.LogOutputChannel;
  private readonly traces: TraceChannel;
  private readonly kernels: KernelDocuments;
  private readonly progress = new RunProgress((type, params) => void this.client?.sendNotification(type, params));
  private readonly extensionFolder: string;
  private readonly extensionVersion: string;
  private readonly settingNames: readonly string[];
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when something that the status item shows is another. */
  readonly onDidChange = this.changed.event;
  /** What the server is doing. */
  state: ServerState = 'not started';
  /** How many runs are under way. */
  runs = 0;
  /** On what the last run ran, or why it did not. */
  lastRun: string | undefined;
  /** What the server said that nobody asked for. */
  remarks: readonly string[] = [];
  /** Commands of the user that are not answered yet. */
  private asked = 0;
  /** Whether another server is about to take this one's place. */
  private isLeaving = false;
  private client: LanguageClient | undefined;
  private lastStep: Promise<void> = Promise.resolve();

  constructor(context: vscode.ExtensionContext, kernels: KernelDocuments) {
    this.kernels = kernels;
    this.output = vscode.window.createOutputChannel('LayoutLens', { log: true });
    this.traces = new TraceChannel(this.output);
    this.extensionFolder = context.extensionPath;
    this.extensionVersion = String(context.extension.packageJSON.version);
    this.settingNames = namesForServer(context.extension.packageJSON);
  }

  start(): Promise<void> {
    return this.after(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.after(() => this.stopNow());
  }

  restart(): Promise<void> {
    this.isLeaving = true;
    return this.after(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  /** The answer of the server, or undefined when it is not running. */
  async request<Answer>(method: string, params: unknown): Promise<Answer | undefined> {
    return this.client?.isRunning() ? this.client.sendRequest<Answer>(method, params) : undefined;
  }

  /** Gives the statements of a document their form, as one edit that the server asks for. */
  async format(document: vscode.TextDocument): Promise<void> {
    await vscode.commands.executeCommand('layoutlens.format', { uri: document.uri.toString() });
  }

  get running(): boolean {
    return this.client?.isRunning() ?? false;
  }

  positionParams(editor: vscode.TextEditor): unknown {
    return this.client?.code2ProtocolConverter.asTextDocumentPositionParams(editor.document, editor.selection.active);
  }

  dispose(): void {
    this.changed.dispose();
    this.traces.dispose();
    this.output.dispose();
  }

  private after(step: () => Promise<void>): Promise<void> {
    const next = this.lastStep.then(step);
    this.lastStep = next.catch((error: unknown) => this.output.error(String(error)));
    return next;
  }

  private async startNow(): Promise<void> {
    this.isLeaving = false;
    this.is('starting');
    const program = await this.usableProgram();
    if (program === undefined) {
      this.is('failed');
      return;
    }
    const serverOptions: ServerOptions = { command: program, args: ['lsp'] };
    this.client = new LanguageClient('layoutlens', 'LayoutLens', serverOptions, this.clientOptions());
    this.client.onNotification('window/showMessage', (message: { type: number; message: string }) => this.say(message));
    this.client.onDidChangeState(({ newState }) => this.is(newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'failed'));
    try {
      await within(START_TIMEOUT_MS, this.client.start());
      this.output.info(`started ${program}`);
    } catch (error) {
      this.is('failed');
      this.complain(messages.serverCannotRun(program, error instanceof Error ? error.message : String(error)));
    }
  }

  private is(state: ServerState): void {
    this.state = state;
    void vscode.commands.executeCommand('setContext', 'layoutlens.running', state === 'running');
    this.changed.fire();
  }

  /** A message of the server: shown when the user asked for something, else kept in the output and the status item. */
  private say({ type, message }: { type: number; message: string }): void {
    if (this.asked > 0) {
      const show =
        type === ERROR
          ? vscode.window.showErrorMessage
          : type === WARNING
            ? vscode.window.showWarningMessage
            : vscode.window.showInformationMessage;
      void show(message);
      return;
    }
    this.output.warn(message);
    this.remarks = [...this.remarks, message];
    this.changed.fire();
  }

  /** Forgets what was said unasked: the user has seen it. */
  forgetRemarks(): void {
    this.remarks = [];
    this.changed.fire();
  }

  /** Carries out a command of the user's. */
  private async execute(command: string, run: () => vscode.ProviderResult<unknown>): Promise<unknown> {
    const isRun = RUNS.includes(command);
    this.asked += 1;
    this.runs += isRun ? 1 : 0;
    this.changed.fire();
    try {
      const answer = await this.kernels.execute(command, run);
      this.lastRun = (isRun ? lastRunOf(answer) : undefined) ?? this.lastRun;
      return answer;
    } finally {
      setTimeout(() => (this.asked -= 1), BEHIND_ANSWER_MS);
      this.runs -= isRun ? 1 : 0;
      this.changed.fire();
    }
  }

  /** Pictures in hovers have the colours of the editor's theme, which the server asks for when it is told of a change. */
  themeChanged(): void {
    if (this.running && !this.isLeaving) {
      void this.client?.sendNotification('workspace/didChangeConfiguration', { settings: null });
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.progress.endAll();
    await within(STOP_TIMEOUT_MS, client?.dispose()).catch((error: unknown) => this.output.warn(String(error)));
  }

  private clientOptions(): LanguageClientOptions {
    const settings = (): Record<string, unknown> => ({ ...settingsForServer(this.settingNames), 'hover.theme': theme() });
    return {
      documentSelector: [
        ...READ_LANGUAGES.flatMap((language) => ['file', 'untitled'].map((scheme) => ({ scheme, language }))),
        { notebook: '*', language: 'python' },
      ],
      initializationOptions: {
        'hover.images': true,
        panel: true,
        // VS Code takes the tokens of one server a document: ours would hide those of the language's own extension.
        'semanticTokens.enable': false,
        ...settings(),
      },
      middleware: {
        handleWorkDoneProgress: (token, step, next) => this.progress.handle(token, step, next),
        executeCommand: (command, args, next) => this.execute(command, () => next(command, args)),
        // The server asks for `layoutlens`; the client's own answer would have defaults in it.
        workspace: {
          configuration: ({ items }) => items.map(settings),
          // A server that is on its way asks when it is there; one that is left need not know.
          didChangeConfiguration: (sections, next) =>
            this.running && !this.isLeaving ? next(sections) : Promise.resolve(),
        },
      },
      markdown: { isTrusted: { enabledCommands: COMMANDS_IN_HOVERS } },
      outputChannel: this.output,
      traceOutputChannel: this.traces,
      diagnosticCollectionName: 'layoutlens',
    };
  }

  /** The path of a program that says it is layoutlens; otherwise tells the user why there is none. */
  private async usableProgram(): Promise<string | undefined> {
    const configured = serverPath();
    const lookup = this.lookUp(configured);
    if (!lookup.found) {
      this.complain(messages.serverMissing(configured, lookup.tried));
      return undefined;
    }
    let printed: string;
    try {
      const run = await promisify(execFile)(lookup.path, ['--version'], { timeout: VERSION_TIMEOUT_MS });
      printed = run.stdout;
    } catch (error) {
      this.complain(messages.serverCannotRun(lookup.path, error instanceof Error ? error.message : String(error)));
      return undefined;
    }
    const check = checkVersion(printed, this.extensionVersion);
    switch (check.kind) {
      case 'same':
        return lookup.path;
      case 'other':
        this.complain(
          messages.serverOfOtherVersion(lookup.path, lookup.source, check.version, this.extensionVersion),
          'warning',
        );
        return lookup.path;
      case 'unreadable':
        this.complain(messages.serverIsSomethingElse(lookup.path));
        return undefined;
    }
  }

  private lookUp(configured: string): BinaryLookup {
    return findBinary({
      configured,
      extensionFolder: this.extensionFolder,
      searchPath: process.env['PATH'] ?? '',
      homeFolder: homedir(),
      platform: process.platform,
      isFile: (candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile() ?? false,
    });
  }

  /** Shows a message without waiting for the user to close it. */
  private complain(message: string, severity: 'error' | 'warning' = 'error'): void {
    this.output[severity === 'error' ? 'error' : 'warn'](message);
    const show = severity === 'error' ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
    void show(message, 'Open Settings', 'Show Output').then((choice) => {
      if (choice === 'Open Settings') {
        void vscode.commands.executeCommand('workbench.action.openSettings', 'layoutlens.server.path');
      } else if (choice === 'Show Output') {
        this.output.show(true);
      }
    });
  }
}

async function within<Value>(milliseconds: number, work: Promise<Value> | undefined): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}
