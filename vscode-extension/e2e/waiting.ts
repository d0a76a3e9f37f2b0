/** Waiting for conditions, with a limit that only a defect reaches. */
import { setTimeout as pause } from 'node:timers/promises';

/** Longest wait for anything; a two-core machine that is busy with other things needs a minute for a cold start. */
export const LIMIT_MS = 300_000;
const BETWEEN_TRIES_MS = 50;

/** Tries until `attempt` gives something truthy. Says what it waited for, and what `seen` sees, when it never does. */
export async function until<Value>(
  what: string,
  attempt: () => Promise<Value> | Value,
  seen?: () => Promise<string>,
): Promise<NonNullable<Value>> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await attempt();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${LIMIT_MS} ms for ${what}${seen === undefined ? '' : `; there is ${await seen()}`}`);
    }
    await pause(BETWEEN_TRIES_MS);
  }
}
