/** Starts, stops and restarts the language server, one step after the other. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { type BinaryLookup, findBinary } from './binary.ts';
import type { KernelDocuments } from './kernelDocuments.ts';
import { READ_LANGUAGES } from './languages.ts';
import * as messages from './messages.ts';
import { RunProgress } from './runProgress.ts';
import { readSettings, type Settings } from './settings.ts';
import { checkVersion } from './version.ts';

/** `layoutlens --version` answers in milliseconds; a program that does not is not layoutlens. */
const VERSION_TIMEOUT_MS = 10_000;
/** A server that has not answered by then hangs; a restart must still be possible. */
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;
/** Commands that the server may put behind a link in a hover. */
const COMMANDS_IN_HOVERS = ['layoutlens.openGrid', 'layoutlens.showGrid'];

export class Server implements vscode.Disposable {
  readonly output: vscode.LogOutputChannel;
  private readonly kernels: KernelDocuments;
  private readonly progress = new RunProgress((type, params) => void this.client?.sendNotification(type, params));
  private readonly extensionFolder: string;
  private readonly extensionVersion: string;
  private client: LanguageClient | undefined;
  private lastStep: Promise<void> = Promise.resolve();

  constructor(context: vscode.ExtensionContext, kernels: KernelDocuments) {
    this.kernels = kernels;
    this.output = vscode.window.createOutputChannel('LayoutLens', { log: true });
    this.extensionFolder = context.extensionPath;
    this.extensionVersion = String(context.extension.packageJSON.version);
  }

  start(): Promise<void> {
    return this.after(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.after(() => this.stopNow());
  }

  restart(): Promise<void> {
    return this.after(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  /** The answer of the server, or undefined when it is not running. */
  async request<Answer>(method: string, params: unknown): Promise<Answer | undefined> {
    return this.client?.isRunning() ? this.client.sendRequest<Answer>(method, params) : undefined;
  }

  get running(): boolean {
    return this.client?.isRunning() ?? false;
  }

  positionParams(editor: vscode.TextEditor): unknown {
    return this.client?.code2ProtocolConverter.asTextDocumentPositionParams(editor.document, editor.selection.active);
  }

  dispose(): void {
    this.output.dispose();
  }

  private after(step: () => Promise<void>): Promise<void> {
    const next = this.lastStep.then(step);
    this.lastStep = next.catch((error: unknown) => this.output.error(String(error)));
    return next;
  }

  private async startNow(): Promise<void> {
    const settings = readSettings();
    const program = await this.usableProgram(settings);
    if (program === undefined) {
      return;
    }
    const serverOptions: ServerOptions = { command: program, args: ['lsp'] };
    this.client = new LanguageClient('layoutlens', 'LayoutLens', serverOptions, this.clientOptions(settings));
    try {
      await within(START_TIMEOUT_MS, this.client.start());
      this.output.info(`started ${program}`);
    } catch (error) {
      this.complain(messages.serverCannotRun(program, error instanceof Error ? error.message : String(error)));
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.progress.endAll();
    await within(STOP_TIMEOUT_MS, client?.dispose()).catch((error: unknown) => this.output.warn(String(error)));
  }

  private clientOptions(settings: Settings): LanguageClientOptions {
    return {
      documentSelector: READ_LANGUAGES.flatMap((language) =>
        ['file', 'untitled'].map((scheme) => ({ scheme, language })),
      ),
      initializationOptions: {
        hover: { images: true },
        panel: true,
        hints: { enable: settings.hints },
        lens: { enable: settings.lens },
        // VS Code takes the tokens of one server a document: ours would hide those of the language's own extension.
        semanticTokens: { enable: false },
        run: { command: settings.runCommand },
      },
      middleware: {
        handleWorkDoneProgress: (token, step, next) => this.progress.handle(token, step, next),
        executeCommand: (command, args, next) => this.kernels.execute(command, () => next(command, args)),
      },
      markdown: { isTrusted: { enabledCommands: COMMANDS_IN_HOVERS } },
      outputChannel: this.output,
      diagnosticCollectionName: 'layoutlens',
    };
  }

  /** The path of a program that says it is layoutlens; otherwise tells the user why there is none. */
  private async usableProgram(settings: Settings): Promise<string | undefined> {
    const lookup = this.lookUp(settings);
    if (!lookup.found) {
      this.complain(messages.serverMissing(settings.serverPath, lookup.tried));
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

  private lookUp(settings: Settings): BinaryLookup {
    return findBinary({
      configured: settings.serverPath,
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
