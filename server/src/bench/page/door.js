// How the page speaks to whoever computes: an editor's webview, a server on this machine, or nobody, for a file.

/**
 * @typedef {{ line: number, character: number }} Position
 * @typedef {{ uri?: string, position?: Position, name?: string | null, expression?: string }} Subject
 * @typedef {{ kind?: string, colour?: string, palette?: string, thread?: number | null, value?: number | null, type?: string,
 *   vector?: number, tile?: string, beside?: string[], phase?: number }} View
 * @typedef {{ subject: Subject | null, view: View, isPinned: boolean, history: string[] }} State
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
 * for all of its tabs together, so a tab that nobody sees holds none; seen again it asks for what it missed.
 * @param {Record<string, string>} headers
 * @param {Listener} listener
 * @param {boolean} isNew whether the page shows nothing yet
 */
async function hear(headers, listener, isNew) {
  let isLost = false;
  let isAgain = false;
  /** What the editor showed last, with which each stream begins. A page that was loaded again stays with what it shows. */
  let latest = isNew ? '' : null;
  for (;;) {
    await isSeen();
    const unseen = new AbortController();
    const leave = () => document.hidden && unseen.abort();
    document.addEventListener('visibilitychange', leave);
    try {
      const response = await fetch('/events', { headers, signal: unseen.signal });
      if (response.status === 401 || response.status === 403) {
        listener({ event: 'lost', reason: FOREIGN });
        return;
      }
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let isFirst = true;
      let rest = '';
      for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
        const lines = (rest + part.value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const isShown = line !== '' && !(isFirst && (latest === null || line === latest));
          const event = line === '' ? null : /** @type {Event} */ (JSON.parse(line));
          if (isFirst || event?.event === 'show' || event?.event === 'cursor') {
            latest = line;
          }
          if (isFirst && isAgain) {
            // Before what the editor shows by now: the later question is the one that counts.
            listener({ event: 'back' });
          }
          isFirst = false;
          isLost = false;
          if (isShown && event !== null) {
            listener(event);
          }
        }
      }
    } catch {
      // Told below, and tried again.
    } finally {
      document.removeEventListener('visibilitychange', leave);
    }
    isAgain = true;
    if (unseen.signal.aborted) {
      continue;
    }
    if (!isLost) {
      isLost = true;
      listener({ event: 'lost', reason: ENDED });
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
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
