/** The kernels behind the lenses, as documents that exist in the editor only and cannot be edited. */
import * as vscode from 'vscode';

const SCHEME = 'layoutlens-kernel';
/** The server's command behind the lens; it answers with a kernel or with an error that it has told. */
const SHOW_KERNEL = 'layoutlens.showKernel';

interface Kernel {
  readonly name: string;
  readonly source: string;
}

export class KernelDocuments implements vscode.Disposable, vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration: vscode.Disposable;
  private readonly sources = new Map<string, string>();

  constructor() {
    this.registration = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === SCHEME) {
          this.sources.delete(document.uri.path);
        }
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.sources.get(uri.path) ?? '// This kernel is of an earlier session: click its lens again.\n';
  }

  /** Runs a command of the server, and shows the kernel that it answers with. */
  async execute(command: string, run: () => vscode.ProviderResult<unknown>): Promise<unknown> {
    const answer = await run();
    if (command === SHOW_KERNEL && isKernel(answer)) {
      await this.show(answer);
    }
    return answer;
  }

  dispose(): void {
    this.registration.dispose();
  }

  private async show(kernel: Kernel): Promise<void> {
    // The name is made of the text: what is open under it is this kernel, or a tab of an earlier session without one.
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${kernel.name}` });
    this.sources.set(uri.path, kernel.source);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }
}

function isKernel(answer: unknown): answer is Kernel {
  const kernel = answer as Partial<Kernel> | null | undefined;
  return typeof kernel?.name === 'string' && typeof kernel.source === 'string';
}
