/** Progress of runs, in a notification with a Cancel button: the client library's own stands in the status bar, without one. */
import * as vscode from 'vscode';
import {
  type HandleWorkDoneProgressSignature,
  type ProgressToken,
  WorkDoneProgressCancelNotification,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from 'vscode-languageclient/node';

type Step = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

interface Shown {
  report(message: string | undefined, percentage: number | undefined): void;
  end(): void;
}

export class RunProgress {
  private readonly shown = new Map<ProgressToken, Shown>();
  private readonly cancel: (token: ProgressToken) => void;

  /** `sendCancel` sends the notification that ends the work behind a token. */
  constructor(sendCancel: (type: typeof WorkDoneProgressCancelNotification.type, params: { token: ProgressToken }) => void) {
    this.cancel = (token) => sendCancel(WorkDoneProgressCancelNotification.type, { token });
  }

  /** What can be cancelled is shown here; the rest is left to `next`. */
  handle(token: ProgressToken, step: Step, next: HandleWorkDoneProgressSignature): void {
    if (step.kind === 'begin' && step.cancellable === true) {
      this.begin(token, step);
      return;
    }
    const shown = this.shown.get(token);
    if (shown === undefined) {
      next(token, step);
    } else if (step.kind === 'report') {
      shown.report(step.message, step.percentage);
    } else if (step.kind === 'end') {
      shown.end();
    }
  }

  /** Ends what is shown: the server that reported it is gone. */
  endAll(): void {
    for (const shown of [...this.shown.values()]) {
      shown.end();
    }
  }

  private begin(token: ProgressToken, step: WorkDoneProgressBegin): void {
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title: step.title };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      cancelled.onCancellationRequested(() => this.cancel(token));
      let reached = 0;
      return new Promise<void>((resolve) => {
        const report = (message: string | undefined, percentage: number | undefined) => {
          const increment = Math.max(0, (percentage ?? reached) - reached);
          reached += increment;
          progress.report({ increment, ...(message === undefined ? {} : { message }) });
        };
        const end = () => {
          this.shown.delete(token);
          resolve();
        };
        this.shown.set(token, { report, end });
        report(step.message, step.percentage);
      });
    });
  }
}
