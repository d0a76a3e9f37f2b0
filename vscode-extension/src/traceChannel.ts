/** Where what goes between the editor and the server is logged. */
import * as vscode from 'vscode';

/**
 * The output, as the client library wants it for traces: that one asks the level of the output, and not `trace.server`,
 * whether there is anything to log.
 */
export class TraceChannel implements vscode.LogOutputChannel, vscode.Disposable {
  private readonly output: vscode.LogOutputChannel;
  private readonly changed = new vscode.EventEmitter<vscode.LogLevel>();
  private readonly listening: vscode.Disposable;
  readonly onDidChangeLogLevel = this.changed.event;

  constructor(output: vscode.LogOutputChannel) {
    this.output = output;
    const tell = () => this.changed.fire(this.logLevel);
    this.listening = vscode.Disposable.from(
      output.onDidChangeLogLevel(tell),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('layoutlens.trace')) {
          tell();
        }
      }),
    );
  }

  get name(): string {
    return this.output.name;
  }

  get logLevel(): vscode.LogLevel {
    return isWanted() ? vscode.LogLevel.Trace : this.output.logLevel;
  }

  trace(message: string): void {
    if (isWanted()) {
      // The output itself shows no traces unless its own level is changed.
      this.output.info(message);
    } else {
      this.output.trace(message);
    }
  }

  debug(message: string): void {
    this.output.debug(message);
  }

  info(message: string): void {
    this.output.info(message);
  }

  warn(message: string): void {
    this.output.warn(message);
  }

  error(error: string | Error): void {
    this.output.error(error);
  }

  append(value: string): void {
    this.output.append(value);
  }

  appendLine(value: string): void {
    this.output.appendLine(value);
  }

  replace(value: string): void {
    this.output.replace(value);
  }

  clear(): void {
    this.output.clear();
  }

  show(): void {
    this.output.show();
  }

  hide(): void {
    this.output.hide();
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}

/** Whether the user asks for traces with `layoutlens.trace.server`. */
function isWanted(): boolean {
  return vscode.workspace.getConfiguration('layoutlens').get('trace.server', 'off') !== 'off';
}
