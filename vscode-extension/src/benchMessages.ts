/** What the page of a bench says, before anything is made of it. Pure. */

/** What a page may ask the server. */
const ASKED = ['layoutlens/bench', 'layoutlens/picture', 'layoutlens/complete', 'layoutlens/fix', 'layoutlens/fixes'];

export interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

export interface SavedFile {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
}

/** A question that the page may ask, else undefined. */
export function question(message: unknown): Question | undefined {
  const { id, method, params } = fields(message);
  return typeof id === 'number' && typeof method === 'string' && ASKED.includes(method) ? { id, method, params } : undefined;
}

/** The title that the page has by now. */
export function titleOf(message: unknown): string | undefined {
  const { title } = fields(message);
  return typeof title === 'string' ? title.slice(0, 80) : undefined;
}

/** Whether the page stays with its layout from now on. */
export function pinnedOf(message: unknown): boolean | undefined {
  const { pinned } = fields(message);
  return typeof pinned === 'boolean' ? pinned : undefined;
}

export function isReady(message: unknown): boolean {
  return fields(message)['ready'] === true;
}

/** A picture to be saved, by a name without folders. */
export function fileOf(message: unknown): SavedFile | undefined {
  const { name, text, base64 } = fields(fields(message)['save']);
  if (typeof name !== 'string' || !/^[a-z]+\.[a-z]+$/.test(name)) {
    return undefined;
  }
  if (typeof text === 'string') {
    return { name, text };
  }
  return typeof base64 === 'string' ? { name, base64 } : undefined;
}

/** What opens a view again: the part of an address behind the `?`. */
export function linkOf(message: unknown): string | undefined {
  const { expression, view } = fields(fields(message)['link']);
  if (typeof expression !== 'string') {
    return undefined;
  }
  const query = new URLSearchParams({ expression });
  for (const [key, value] of Object.entries(fields(view))) {
    if (typeof value === 'string' || typeof value === 'number') {
      query.set(key, String(value));
    }
  }
  return query.toString();
}

/** What an address asks for. Numbers are numbers again; what is no text or number was never in one. */
export function viewOfLink(query: string): { subject: { expression: string }; view: Record<string, string | number> } | undefined {
  const asked = new URLSearchParams(query);
  const expression = asked.get('expression');
  if (expression === null) {
    return undefined;
  }
  const view: Record<string, string | number> = {};
  for (const key of ['kind', 'colour', 'palette', 'type', 'tile']) {
    const value = asked.get(key);
    if (value !== null) {
      view[key] = value;
    }
  }
  for (const key of ['thread', 'vector', 'phase']) {
    const value = Number(asked.get(key) ?? Number.NaN);
    if (Number.isInteger(value)) {
      view[key] = value;
    }
  }
  return { subject: { expression }, view };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
