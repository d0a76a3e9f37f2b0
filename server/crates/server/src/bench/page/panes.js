// What stands beside the picture: facts, threads, banks, modes, operands, steps.
import { button, choice, element, pane, stepper } from './elements.js';

/**
 * @typedef {{ text: string, value: string | null, expression: string | null }} Part
 * @typedef {{ extent: number, stride: string }} Leaf
 * @typedef {Leaf | Modes[]} Modes
 * @typedef {{ thread: number, threads: number, operand: string, cells: [number, number, number, number][], more: number }} ThreadCells
 * @typedef {{ elementBits: number, vector: number, shown: number, each: [number, number, number][], wavefronts: [number, number], ofCode: boolean }} Phases
 * @typedef {{ size: number, rows: [number, string, string][], hasMore: boolean }} Table
 * @typedef {{ title: string, code: string, text: string }} Fix
 * @typedef {{
 *   name: string | null, value: string, expression: string | null, condition: string | null, supposed: boolean,
 *   verdict: string | null, facts: [string, string][], operands: Part[], steps: Part[], notes: string[],
 *   others: [string, string][], modes: Modes | null, reading: [string, string][], kinds: string[], kind: string,
 *   picture: import('./runs.js').SentPicture | null, reason: string | null, text: string | null, thread: ThreadCells | null,
 *   phases: Phases | null, table: Table | null, version?: number, fixes?: Fix[], range?: { start: import('./door.js').Position },
 * }} Bench
 * @typedef {{
 *   view: import('./door.js').View, setView(change: import('./door.js').View): void, open(expression: string): void,
 *   fix(fix: Fix): void, selectCell(row: number, column: number): void, computes: boolean, fixNote: string | null,
 * }} Hands
 */

/** The types that a person chooses among. */
const TYPES = ['f64', 'f32', 'f16', 'bf16', 'u8', 'i32'];

export function makePanes() {
  const panes = {
    fixes: pane('What is found', 'fixes'),
    facts: pane('Facts', 'facts'),
    thread: pane('One thread', 'thread'),
    banks: pane('Banks', 'banks'),
    drawn: pane('Drawn with', 'drawn'),
    operands: pane('Made from', 'operands'),
    steps: pane('Step by step', 'steps'),
    modes: pane('Modes', 'modes'),
    others: pane('Elsewhere', 'others'),
  };
  const side = element('aside', { class: 'side', 'aria-label': 'What is known' }, ...Object.values(panes).map(({ box }) => box));
  return { side, panes };
}

/**
 * @param {ReturnType<typeof makePanes>['panes']} panes
 * @param {Bench} bench
 * @param {import('./runs.js').Panel[]} panels
 * @param {Hands} hands
 */
export function fillPanes(panes, bench, panels, hands) {
  panes.facts.fill(...facts(bench));
  panes.fixes.fill(...fixes(bench, hands));
  panes.thread.fill(...thread(bench, panels, hands));
  panes.banks.fill(...banks(bench, hands));
  panes.drawn.fill(...drawn(bench, hands));
  panes.operands.fill(...bench.operands.map((part) => shownPart(part, hands)));
  panes.steps.fill(
    bench.steps.length === 0 ? null : element('ol', {}, ...bench.steps.map((part) => element('li', {}, shownPart(part, hands)))),
  );
  panes.modes.fill(...modes(bench, hands));
  panes.others.fill(
    ...bench.others.map(([value, when]) => element('p', {}, element('code', {}, value), ' ', element('span', { class: 'faint' }, when))),
  );
}

/** @param {Bench} bench */
function facts(bench) {
  const list = element('dl', {});
  for (const [name, text] of bench.facts) {
    list.append(element('dt', {}, name), element('dd', {}, text));
  }
  const notes = bench.notes.map((note) => element('p', { class: 'note' }, note));
  return bench.facts.length + notes.length === 0 ? [] : [bench.facts.length > 0 ? list : null, ...notes];
}

/**
 * @param {Bench} bench
 * @param {Hands} hands
 */
function fixes(bench, hands) {
  const offered = (bench.fixes ?? []).map((fix) =>
    element('p', {}, button(fix.title, () => hands.fix(fix), { class: 'fix', 'data-fix': fix.title }), ' ', element('span', { class: 'faint' }, fix.code)),
  );
  return [...offered, hands.fixNote === null ? null : element('p', { class: 'faint', id: 'fix-note', 'aria-live': 'polite' }, hands.fixNote)];
}

/**
 * The thread that is picked, and its elements large.
 * @param {Bench} bench
 * @param {import('./runs.js').Panel[]} panels
 * @param {Hands} hands
 */
function thread(bench, panels, hands) {
  const owned = panels.filter((panel) => panel.threads !== null);
  if (owned.length === 0 && bench.thread === null) {
    return [];
  }
  const { view } = hands;
  const picked = view.thread ?? null;
  const most = bench.thread === null ? null : bench.thread.threads - 1;
  const pickers = element('div', { class: 'pickers' },
    stepper('Thread', 'thread', picked, { min: 0, max: most }, (thread) => hands.setView({ thread })),
    stepper('Value', 'value', view.value ?? null, { min: 0, max: null }, (value) => hands.setView({ value })),
    button('All', () => hands.setView({ thread: null, value: null }), { id: 'all-threads' }));
  if (picked === null) {
    return [pickers, element('p', { class: 'faint' }, 'Click on a cell to see what its thread has.')];
  }
  const cells = bench.thread !== null && bench.thread.thread === picked ? bench.thread.cells : cellsOf(owned[0], picked);
  const operand = bench.thread?.operand ?? owned[0]?.sent.title ?? 'tile';
  const zoom = element('ol', { class: 'zoom-block', 'aria-label': `Elements of thread ${picked}` });
  for (const [value, row, column, offset] of cells) {
    const isShown = view.value === null || view.value === undefined || view.value === value;
    const where = operand === 'tile' && bench.picture?.panels[0]?.rows === null ? `[${offset}]` : `${operand === 'tile' ? 'C' : operand}[${row}][${column}]`;
    const line = element('button', { type: 'button', click: () => hands.selectCell(row, column) },
      element('b', {}, `V${value}`), ' ', where, offset === null ? '' : ` · offset ${offset}`);
    zoom.append(element('li', { class: isShown ? '' : 'dimmed' }, line));
  }
  const more = bench.thread !== null && bench.thread.more > 0 ? element('p', { class: 'faint' }, `and ${bench.thread.more} more`) : null;
  return [pickers, zoom, more];
}

/**
 * What a file tells of a thread: its cells, as they are drawn.
 * @param {import('./runs.js').Panel | undefined} panel
 * @param {number} thread
 * @returns {[number, number, number, number | null][]}
 */
function cellsOf(panel, thread) {
  /** @type {[number, number, number, number | null][]} */
  const cells = [];
  for (let place = 0; panel !== undefined && place < panel.tones.length; place += 1) {
    if (panel.threads?.[place] === thread) {
      cells.push([panel.values?.[place] ?? 0, Math.floor(place / panel.width), place % panel.width, null]);
    }
  }
  return cells.sort((one, other) => one[0] - other[0]);
}

/**
 * @param {Bench} bench
 * @param {Hands} hands
 */
function banks(bench, hands) {
  const { view } = hands;
  const isOfMemory = ['banks', 'conflicts', 'sectors', 'swizzle'].includes(bench.kind);
  if (!isOfMemory || !hands.computes) {
    return [];
  }
  const type = choice('Elements', 'type', [['', 'as the code says'], ...TYPES.map((name) => /** @type {[string, string]} */ ([name, name]))],
    view.type ?? '', (value) => hands.setView({ type: value }));
  const widths = [['', 'as the code says'], ...['1', '2', '4', '8', '16'].map((count) => [count, `${count} at once`])];
  const vector = choice('A thread takes', 'vector', /** @type {[string, string][]} */ (widths), String(view.vector ?? ''),
    (value) => hands.setView({ vector: value === '' ? undefined : Number(value), phase: undefined }));
  const { phases } = bench;
  /** @type {HTMLElement[]} */
  const parts = [];
  if (phases === null || !phases.ofCode) {
    parts.push(element('div', { class: 'pickers' }, type, bench.kind === 'conflicts' || bench.kind === 'sectors' ? vector : null));
  }
  if (phases !== null) {
    const [taken, least] = phases.wavefronts;
    const verdict = taken === least ? `No conflict: ${taken} wavefronts, and no fewer would do.` : `${taken} wavefronts, where ${least} would do.`;
    parts.push(element('p', { class: taken === least ? 'good' : 'bad', id: 'verdict' }, verdict));
    parts.push(element('div', { class: 'pickers' },
      stepper('Phase', 'phase', phases.shown, { min: 0, max: phases.each.length - 1 }, (phase) => hands.setView({ phase: phase ?? undefined }))));
    const list = element('ol', { class: 'phases', start: '0' });
    parts.push(element('div', {}, list));
    phases.each.slice(0, 32).forEach(([first, last, ways], index) => {
      const text = `T${first}–${last}: ${ways === 1 ? 'no conflict' : `${ways} words of one bank`}`;
      const entry = button(text, () => hands.setView({ phase: index }), { class: ways === 1 ? 'good' : 'bad' });
      entry.setAttribute('aria-pressed', String(index === phases.shown));
      list.append(element('li', {}, entry));
    });

  }
  return parts;
}

/**
 * The tile that threads own, and layouts beside the first: candidates of a permutation, what two have in common.
 * @param {Bench} bench
 * @param {Hands} hands
 */
function drawn(bench, hands) {
  const { view } = hands;
  const hasTile = ['threads', 'owners', 'strips'].includes(bench.kind);
  const hasOthers = ['strips', 'common'].includes(bench.kind);
  if (!hands.computes || !(hasTile || hasOthers)) {
    return [];
  }
  /** @type {(label: string, id: string, value: string, hint: string, change: (text: string) => void) => HTMLElement} */
  const field = (label, id, value, hint, change) => {
    const input = element('input', { id, type: 'text', placeholder: hint, spellcheck: 'false', change: () => change(input.value.trim()) });
    input.value = value;
    return element('label', { class: 'field', for: id }, label, input);
  };
  const beside = view.beside ?? [];
  return [
    hasTile ? field('Tile', 'tile', view.tile ?? '', '(128,64)', (tile) => hands.setView({ tile })) : null,
    ...(hasOthers
      ? [...beside, ''].map((other, index) =>
          field(index === 0 ? 'Beside' : 'and', `beside-${index}`, other, '(16,4):(1,16)', (text) => {
            const others = [...beside];
            others.splice(index, 1, ...(text === '' ? [] : [text]));
            hands.setView({ beside: others.length === 0 ? undefined : others });
          }))
      : []),
  ];
}

/**
 * An operand or a step: a click opens it.
 * @param {Part} part
 * @param {Hands} hands
 */
function shownPart(part, hands) {
  const { text, value, expression } = part;
  const written = element('code', {}, text);
  const told = element('span', { class: 'part' }, written, value === null ? null : element('span', { class: 'faint' }, ` = ${value}`));
  return expression === null || !hands.computes
    ? told
    : element('button', { type: 'button', class: 'part', title: 'Open it here', click: () => hands.open(expression) }, ...told.childNodes);
}

/**
 * The modes with their strides; a click keeps or cuts one, which makes a slice.
 * @param {Bench} bench
 * @param {Hands} hands
 */
function modes(bench, hands) {
  const { modes: tree, reading } = bench;
  const list = reading.length === 0 ? null : element('dl', {}, ...reading.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)]));
  if (tree === null) {
    return [list];
  }
  /** @type {Map<string, string>} */
  const cut = new Map();
  const slice = element('code', { id: 'slice' }, '');
  const open = button('Show the slice', () => hands.open(sliceOf(tree, cut, bench.expression ?? bench.value)), { id: 'show-slice', disabled: true });
  const refresh = () => {
    slice.textContent = cut.size === 0 ? '' : coordinateOf(tree, cut, '');
    open.toggleAttribute('disabled', cut.size === 0);
  };
  /** @type {(node: Modes, path: string) => Node} */
  const drawn = (node, path) => {
    if (Array.isArray(node)) {
      const row = element('span', { class: 'modes' }, '(');
      node.forEach((child, index) => row.append(index === 0 ? '' : ', ', drawn(child, path === '' ? `${index}` : `${path}.${index}`)));
      row.append(')');
      return row;
    }
    const input = element('input', {
      type: 'number', min: '0', max: String(node.extent - 1), placeholder: '_', 'aria-label': `Index in mode ${path || '0'} of ${node.extent}`,
      input: () => {
        const index = input.value === '' ? null : Number(input.value);
        if (index === null || !Number.isInteger(index) || index < 0 || index >= node.extent) {
          cut.delete(path);
        } else {
          cut.set(path, String(index));
        }
        refresh();
      },
    });
    return element('span', { class: 'leaf' }, element('span', {}, `${node.extent}`), element('span', { class: 'faint' }, ` jumps ${node.stride}`), hands.computes ? input : null);
  };
  const arrows = hands.computes && bench.kinds.includes('strides') && bench.kind !== 'strides'
    ? button('Draw the jumps', () => hands.setView({ kind: 'strides' })) : null;
  return [
    element('p', { class: 'tree' }, drawn(tree, '')),
    hands.computes ? element('p', { class: 'pickers' }, open, slice, arrows) : null,
    list,
  ];
}

/**
 * The coordinate of a slice: `_` where a mode is kept.
 * @param {Modes} tree
 * @param {Map<string, string>} cut
 * @param {string} path
 * @returns {string}
 */
function coordinateOf(tree, cut, path) {
  if (!Array.isArray(tree)) {
    return cut.get(path) ?? '_';
  }
  const below = (/** @type {number} */ index) => (path === '' ? `${index}` : `${path}.${index}`);
  const hasCut = [...cut.keys()].some((key) => path === '' || key.startsWith(`${path}.`));
  return hasCut ? `(${tree.map((child, index) => coordinateOf(child, cut, below(index))).join(',')})` : '_';
}

/**
 * @param {Modes} tree
 * @param {Map<string, string>} cut
 * @param {string} expression
 */
function sliceOf(tree, cut, expression) {
  return `slice(${coordinateOf(tree, cut, '')}, ${expression})`;
}
