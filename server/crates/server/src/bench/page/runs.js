// Cells of a picture, as the server sends them: runs of numbers, [first, step, count] each.

/**
 * @typedef {{ extent: number, tiles: number[] }} Axis
 * @typedef {{ path: [number, number][] } | { from: [number, number], to: [number, number], label: string }} Overlay
 * @typedef {(number | null)[]} Runs
 * @typedef {{
 *   row: number, column: number, title: string | null, sides: [string, string] | null, height: number, width: number,
 *   rows: Axis | null, columns: Axis, row_names: string[] | null, colours: Record<string, string>, tones: Runs,
 *   numbers: Runs | null, threads: Runs | null, values: Runs | null, marks: Runs | null, texts: Record<string, string>,
 *   notes: string[], overlays: Overlay[],
 * }} SentPanel
 * @typedef {{ panels: SentPanel[], legend: string | null, notes: string[] }} SentPicture
 */

/** Stands for a cell without a number. */
export const NOTHING = -1;

/** How cells are set off. */
export const MARK = { shared: 1, conflict: 2, chosen: 4, unused: 8 };

/** One grid of a picture, with its cells by their places: row by row. */
export class Panel {
  /** @param {SentPanel} sent */
  constructor(sent) {
    this.sent = sent;
    const { height, width } = sent;
    this.height = height;
    this.width = width;
    const count = height * width;
    this.tones = whole(sent.tones, count);
    this.marks = sent.marks === null ? null : whole(sent.marks, count);
    this.threads = sent.threads === null ? null : whole(sent.threads, count);
    this.values = sent.values === null ? null : whole(sent.values, count);
    /** @type {Float64Array | null} */
    this.numbers = sent.numbers === null ? null : real(sent.numbers, count);
  }

  /**
   * What is written in a cell, in one or two lines.
   * @param {number} place
   * @returns {[string, string]}
   */
  lines(place) {
    const text = this.sent.texts[String(place)];
    if (text !== undefined) {
      return [text, ''];
    }
    const number = this.numbers?.[place];
    if (number !== undefined && !Number.isNaN(number)) {
      return [String(number), ''];
    }
    const thread = this.threads?.[place] ?? NOTHING;
    return thread === NOTHING ? ['', ''] : [`T${thread}`, `V${this.values?.[place] ?? 0}`];
  }

  /** @param {number} place */
  text(place) {
    const [first, second] = this.lines(place);
    return first + second;
  }

  /**
   * Whether a thread has a cell.
   * @param {number} place
   * @param {number} thread
   */
  isOf(place, thread) {
    if (this.threads?.[place] === thread) {
      return true;
    }
    const text = this.sent.texts[String(place)];
    return text !== undefined && threadsOf(text).some(([first, last]) => first <= thread && thread <= last);
  }

  /** @param {number} place */
  describe(place) {
    const row = Math.floor(place / this.width);
    const column = place % this.width;
    const where = this.sent.rows === null ? `${column}` : `row ${this.sent.row_names?.[row] ?? row}, column ${column}`;
    const marks = this.marks?.[place] ?? 0;
    const said = [
      this.text(place) || 'nothing',
      marks & MARK.shared ? 'several owners' : '',
      marks & MARK.conflict ? 'waits for another word of its bank' : '',
      marks & MARK.chosen ? 'chosen' : '',
      marks & MARK.unused ? 'moved and not used' : '',
    ].filter((part) => part !== '');
    return `${where}: ${said.join(', ')}`;
  }
}

/**
 * The threads that a text names: `T4`, `T0..3V1`, `T8-15`, `T1V0/T5V0`.
 * @param {string} text
 * @returns {[number, number][]}
 */
function threadsOf(text) {
  return [...text.matchAll(/T(\d+)(?:(?:\.\.|-)(\d+))?/g)].map(([, first, last]) => [Number(first), Number(last ?? first)]);
}

/**
 * @param {Runs} runs
 * @param {number} count
 */
function whole(runs, count) {
  const cells = new Int32Array(count).fill(NOTHING);
  unroll(runs, count, (place, number) => {
    cells[place] = number;
  });
  return cells;
}

/**
 * @param {Runs} runs
 * @param {number} count
 */
function real(runs, count) {
  const cells = new Float64Array(count).fill(Number.NaN);
  unroll(runs, count, (place, number) => {
    cells[place] = number;
  });
  return cells;
}

/**
 * @param {Runs} runs
 * @param {number} count
 * @param {(place: number, number: number) => void} each
 */
function unroll(runs, count, each) {
  let place = 0;
  for (let at = 0; at + 2 < runs.length; at += 3) {
    const first = runs[at] ?? null;
    const step = runs[at + 1] ?? 0;
    const length = Math.min(runs[at + 2] ?? 0, count - place);
    for (let index = 0; first !== null && index < length; index += 1) {
      each(place + index, first + index * step);
    }
    place += length;
  }
}
