// How the page speaks to whoever computes: an editor's webview, a server on this machine, or nobody, for a file.

/**
 * @typedef {{ line: number, character: number }} Position
 * @typedef {{ uri?: string, position?: Position, name?: string | null, expression?: string }} Subject
 * @typedef {{ kind?: string, colour?: string, palette?: string, thread?: number | null, value?: number | null, type?: string,
 *   vector?: number, tile?: string, beside?: string[], phase?: number }} View
 * @typedef {{ uri: string, position: Position }} Cursor
 * @typedef {{ subject: Subject | null, view: View, isPinned: boolean, history: string[], cursor: Cursor | null }} State
 * @typedef {{ event: 'cursor', uri: string, position: Position } | { event: 'changed', uri: string }
 *   | { event: 'closed', uri: string } | { event: 'show', subject: Subject, view?: View }
 *   | { event: 'lost', reason: string } | { event: 'back' }} Event
 * @typedef {(event: Event) => void} Listener
 * @typedef {{
 *   ask(method: string, params: object): Promise<any>,
 *   listen(listener: Listener): void,
 *   save(state: State): void,
 *   saved(): Partial<State> | null,
 *   tell(message: object): void,
 *   follows: boolean,
 * }} Door
 */

/** How long an answer may take before the page says that it is waited for too long. */
const PATIENCE_MS = 20_000;

const ENDED = 'The server has ended: it lives as long as the editor that started it.';
const FOREIGN = 'This address is not one of this server: open the page again from the editor.';
const SPENT = 'This address was opened before, or is too old: each is good once. Ask for a new one, in the editor or with `layoutlens view`.';

export class Unanswered extends Error {}

/** @returns {Door} */
export function openDoor() {
  switch (document.body.dataset['door']) {
    case 'panel':
      return panelDoor();
    case 'served':
      return servedDoor();
    default:
      return fileDoor();
  }
}

/** @returns {Door} */
function panelDoor() {
  // @ts-ignore the editor's webview has it
  const editor = acquireVsCodeApi();
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  /** @type {Listener[]} */
  const listeners = [];
  let last = 0;
  window.addEventListener('message', ({ data }) => {
    if (typeof data !== 'object' || data === null) {
      return;
    }
    if (typeof data.id === 'number') {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    } else if (typeof data.event === 'string') {
      listeners.forEach((listener) => listener(data));
    }
  });
  return {
    follows: true,
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const late = setTimeout(() => {
          waiting.delete(id);
          reject(new Unanswered('The server does not answer.'));
        }, PATIENCE_MS);
        waiting.set(id, (answer) => {
          clearTimeout(late);
          if (typeof answer.error === 'string') {
            reject(new Unanswered(answer.error));
          } else {
            resolve(answer.result);
          }
        });
        editor.postMessage({ id, method, params });
      }),
    listen(listener) {
      listeners.push(listener);
      editor.postMessage({ ready: true });
    },
    save: (state) => editor.setState(state),
    saved: () => editor.getState() ?? null,
    tell: (message) => editor.postMessage(message),
  };
}

/** @returns {Door} */
function servedDoor() {
  const headers = takeToken().then((token) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }));
  // A new address in the same tab differs behind its `#` only, for which a browser loads nothing.
  window.addEventListener('hashchange', () => {
    if (ticketOfAddress() !== null) {
      location.reload();
    }
  });
  return {
    follows: true,
    async ask(method, params) {
      const known = await headers;
      let response;
      try {
        response = await fetch('/ask', {
          method: 'POST',
          headers: known,
          body: JSON.stringify({ method, params }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
      } catch (error) {
        throw new Unanswered(error instanceof DOMException && error.name === 'TimeoutError' ? 'The server does not answer.' : ENDED);
      }
      if (response.status === 401 || response.status === 403) {
        throw new Unanswered(FOREIGN);
      }
      const answer = await response.json().catch(() => ({ error: 'The answer cannot be read.' }));
      if (typeof answer.error === 'string') {
        throw new Unanswered(answer.error);
      }
      return answer.result;
    },
    listen(listener) {
      const isNew = this.saved()?.subject == null;
      headers.then((known) => hear(known, listener, isNew))
        .catch((error) => listener({ event: 'lost', reason: error instanceof Error ? error.message : String(error) }));
    },
    save(state) {
      try {
        sessionStorage.setItem('layoutlens', JSON.stringify(state));
      } catch {
        // A page that may keep nothing starts anew.
      }
    },
    saved() {
      try {
        return JSON.parse(sessionStorage.getItem('layoutlens') ?? 'null');
      } catch {
        return null;
      }
    },
    tell() {},
  };
}

/** Where the token is put away: a reload finds it, and no other tab. */
const TOKEN = 'layoutlens.token';

/**
 * The token, for the ticket that stands behind the `#`, which no server and no history is told of; a ticket is good once, and a
 * reload has the token itself.
 * @returns {Promise<string>}
 */
async function takeToken() {
  const ticket = ticketOfAddress();
  if (ticket !== null) {
    history.replaceState(null, '', location.pathname);
    let response;
    try {
      response = await fetch('/ticket', { method: 'POST', body: ticket, signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch {
      throw new Unanswered(ENDED);
    }
    if (response.ok) {
      const token = await response.text();
      try {
        sessionStorage.setItem(TOKEN, token);
      } catch {
        // A page that may keep nothing is opened anew with another address.
      }
      return token;
    }
  }
  let kept = null;
  try {
    kept = sessionStorage.getItem(TOKEN);
  } catch {
    // Told below.
  }
  if (kept === null) {
    throw new Unanswered(SPENT);
  }
  return kept;
}

function ticketOfAddress() {
  const given = location.hash.slice(1);
  return /^[0-9a-f]{32}$/.test(given) ? given : null;
}

/**
 * Hears of the editor for as long as the page is seen: a line of JSON an event. A browser opens six connections to an address,
 * for all of its windows together, so one of them listens and tells the others: whoever is seen and has the lock. A page that
 * nobody sees holds nothing; seen again it asks for what it missed.
 * @param {Record<string, string>} headers
 * @param {Listener} listener
 * @param {boolean} isNew whether the page shows nothing yet
 */
async function hear(headers, listener, isNew) {
  const name = await secretName(headers['Authorization'] ?? '');
  const others = new BroadcastChannel(name);
  /** What the editor showed last. A page that was loaded again stays with what it shows. */
  let latest = isNew ? '' : null;
  let isLost = false;

  /** @param {string} line */
  const hearLine = (line) => {
    const event = line === '' ? null : /** @type {Event} */ (JSON.parse(line));
    if (event?.event === 'show' || event?.event === 'cursor') {
      latest = line;
    }
    isLost = event?.event === 'lost';
    if (event !== null) {
      listener(event);
    }
  };
  /** What a stream begins with is what the editor shows by now. @param {string} line */
  const hearFirst = (line) => {
    if (latest === null || line === latest) {
      latest = line;
    } else {
      hearLine(line);
    }
    isLost = false;
  };
  const lose = () => {
    if (!isLost) {
      const line = JSON.stringify({ event: 'lost', reason: ENDED });
      hearLine(line);
      others.postMessage({ line });
    }
  };
  others.addEventListener('message', ({ data }) => {
    if (document.hidden) {
      return;
    }
    if (typeof data.first === 'string') {
      // Whoever listened before may have gone in the middle of something.
      listener({ event: 'back' });
      hearFirst(data.first);
    } else if (typeof data.line === 'string') {
      hearLine(data.line);
    }
  });

  let isAgain = false;
  for (;;) {
    await isSeen();
    const unseen = new AbortController();
    const leave = () => document.hidden && unseen.abort();
    document.addEventListener('visibilitychange', leave);
    try {
      await readLines(headers, unseen.signal, (line) => {
        if (isAgain) {
          // Before what the editor shows by now: the later question is the one that counts.
          listener({ event: 'back' });
        }
        hearFirst(line);
        return false;
      });
      await alone(name, unseen.signal, async () => {
        let isFirst = true;
        await readLines(headers, unseen.signal, (line) => {
          if (isFirst) {
            isFirst = false;
            hearFirst(line);
            others.postMessage({ first: line });
          } else if (line !== '') {
            hearLine(line);
            others.postMessage({ line });
          }
          return true;
        });
        if (!unseen.signal.aborted) {
          throw new Unanswered(ENDED);
        }
      });
    } catch (error) {
      if (error instanceof Foreign) {
        listener({ event: 'lost', reason: FOREIGN });
        return;
      }
      if (!unseen.signal.aborted) {
        lose();
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    } finally {
      document.removeEventListener('visibilitychange', leave);
    }
    isAgain = true;
  }
}

class Foreign extends Error {}

/**
 * Reads lines of events until `each` says that it wants no more.
 * @param {Record<string, string>} headers
 * @param {AbortSignal} signal
 * @param {(line: string) => boolean} each
 */
async function readLines(headers, signal, each) {
  const response = await fetch('/events', { headers, signal });
  if (response.status === 401 || response.status === 403) {
    throw new Foreign();
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!each(line)) {
        await reader?.cancel();
        return;
      }
    }
  }
}

/**
 * Does something in one page at a time; a browser that has no locks does it in all.
 * @param {string} name
 * @param {AbortSignal} signal which waits no more
 * @param {() => Promise<void>} work
 */
async function alone(name, signal, work) {
  if (navigator.locks === undefined) {
    await work();
  } else {
    await navigator.locks.request(name, { signal }, work);
  }
}

/**
 * A name that only pages with the same token know: whoever has this port later hears nothing and says nothing.
 * @param {string} secret
 */
async function secretName(secret) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`layoutlens events ${secret}`));
  return `layoutlens.${[...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** @returns {Promise<void>} when somebody sees the page */
function isSeen() {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.hidden) {
        document.removeEventListener('visibilitychange', look);
        resolve();
      }
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

/** @returns {Door} */
function fileDoor() {
  const saved = JSON.parse(document.querySelector('#saved')?.textContent ?? 'null') ?? { answers: {}, first: '' };
  return {
    follows: false,
    async ask(method, params) {
      if (method !== 'layoutlens/bench') {
        throw new Unanswered('A file computes nothing: open it with `layoutlens view`.');
      }
      const { kind = saved.first, theme = 'light' } = /** @type {{ view: View & { theme: string } }} */ (params).view;
      const answer = saved.answers[kind] ?? saved.answers[saved.first];
      if (answer === undefined) {
        return { gone: 'There is nothing in this file.' };
      }
      const colours = answer.themes?.[theme];
      const panels = answer.picture?.panels.map((/** @type {object} */ panel, /** @type {number} */ index) => ({ ...panel, ...(colours ? { colours: colours[index] } : {}) }));
      return panels === undefined ? answer : { ...answer, picture: { ...answer.picture, panels } };
    },
    listen(listener) {
      listener({ event: 'show', subject: { expression: saved.expression ?? '' }, view: saved.thread === null ? {} : { thread: saved.thread } });
    },
    save() {},
    saved: () => null,
    tell() {},
  };
}
