/** What the status item says. Pure. */

export type ServerState = 'not started' | 'starting' | 'running' | 'failed';

export interface StatusFacts {
  readonly state: ServerState;
  /** How many runs are under way. */
  readonly runs: number;
  /** Layouts of the document that have a value; undefined when that is not known yet. */
  readonly layouts: number | undefined;
  readonly findings: number;
  /** On what the last run ran, or why it did not. */
  readonly lastRun: string | undefined;
  /** What the server said that nobody asked for. */
  readonly remarks: readonly string[];
}

export interface StatusText {
  readonly label: string;
  readonly tooltip: string;
  readonly isWarning: boolean;
}

export function statusText(facts: StatusFacts): StatusText {
  const { state, runs, layouts, findings, lastRun, remarks } = facts;
  if (state !== 'running') {
    const failed = state === 'failed';
    return {
      label: failed ? '$(error) LayoutLens' : '$(loading~spin) LayoutLens',
      tooltip: failed ? 'The server is not running. Click for its output.' : 'The server is starting.',
      isWarning: failed,
    };
  }
  const icon = runs > 0 ? '$(loading~spin)' : remarks.length > 0 ? '$(warning)' : '$(symbol-array)';
  const counted = layouts === undefined ? 'LayoutLens' : count(layouts, 'layout');
  const found = findings === 0 ? '' : `, ${count(findings, 'finding')}`;
  const lines = [
    layouts === undefined ? 'LayoutLens' : `LayoutLens: ${count(layouts, 'layout')}, ${count(findings, 'finding')} in this file.`,
    runs > 0 ? `${count(runs, 'run')} under way.` : '',
    lastRun === undefined ? 'Nothing was run yet: the GPU is looked for at the first run.' : `Last run: ${lastRun}.`,
    ...remarks,
  ];
  return { label: `${icon} ${counted}${found}`, tooltip: lines.filter((line) => line !== '').join('\n'), isWarning: false };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** On what a run ran, or why it did not: what a command answers, in a few words. */
export function lastRunOf(answer: unknown): string | undefined {
  const report = answer as { device?: { name?: unknown }; error?: { message?: unknown } } | null | undefined;
  if (typeof report?.device?.name === 'string') {
    return `on ${report.device.name}`;
  }
  return typeof report?.error?.message === 'string' ? `failed: ${report.error.message}` : undefined;
}
