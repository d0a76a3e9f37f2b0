// The bench: asks what a layout is, and shows it.
import { Panel } from './runs.js';
import { Picture, themeOf } from './canvas.js';
import { openDoor } from './door.js';
import { button, choice, element, pane } from './elements.js';
import { fillPanes, makePanes } from './panes.js';
import { PAGE, coordinateTable, picturesAsTables } from './tables.js';
import { expressionLine } from './expression.js';

const FORMS = ['svg', 'png', 'txt', 'tex', 'json', 'html', 'cu'];
const COLOURS = ['', 'offset', 'ramp', 'bank', 'thread', 'value', 'owner', 'mode:0', 'mode:1'];
const PALETTES = [['pastels', 'pastels'], ['greys', 'greys'], ['color-blind', 'colour-blind']];

/** @typedef {import('./panes.js').Bench} Bench */
/** @typedef {import('./door.js').View} View */

const door = openDoor();
const computes = document.body.dataset['door'] !== 'file';
const kept = door.saved() ?? {};
/** @type {import('./door.js').State} */
const state = {
  subject: kept.subject ?? null,
  view: kept.view ?? {},
  isPinned: kept.isPinned ?? false,
  history: kept.history ?? [],
  cursor: kept.cursor ?? null,
};
/** @type {Bench | null} */
let bench = null;
/** @type {Panel[]} */
let panels = [];
/** @type {{ from?: number, count?: number, offset?: number }} */
let rows = { from: 0, count: PAGE };
/** @type {number | null} */
let chosenIndex = null;
/** @type {import('./canvas.js').Cell | null} */
let cell = null;
/** @type {number | null} */
let number = null;
let asked = 0;
/** What was tried for a call of the code. @type {{ of: string, fixes: import('./panes.js').Fix[], note: string | null }} */
let waysOut = { of: '', fixes: [], note: null };

// ---- what stands on the page ----
const title = element('h1', {});
const badge = element('span', { class: 'badge', hidden: true });
const pin = button('Pin', () => setPinned(!state.isPinned), { id: 'pin', title: 'Stay with this layout while the cursor moves (p)', hidden: !door.follows });
const expression = expressionLine({
  evaluate(text) {
    if (text.trim() !== '') {
      setSubject({ ...place(), expression: text.trim(), name: null });
    }
  },
  history: () => state.history,
  remember(history) {
    state.history = history;
    save();
  },
  complete: (text, cursor) => door.ask('layoutlens/complete', { expression: text, cursor, ...document_() }),
});
const status = element('p', { class: 'status', role: 'status', hidden: true });
const kinds = element('div', { class: 'kinds', role: 'toolbar', 'aria-label': 'What is drawn' });
const colours = element('span', {});
const zoom = element('div', { class: 'zoom', role: 'toolbar', 'aria-label': 'Zoom' },
  button('Fit', () => picture.fit(), { 'data-zoom': 'fit', title: 'Fit (0)' }),
  button('100 %', () => picture.zoomTo(1), { 'data-zoom': 'one', title: 'Full size (1)' }),
  button('−', () => picture.zoomTo(picture.zoom / 1.4), { 'data-zoom': 'out', 'aria-label': 'Smaller', title: 'Smaller (-)' }),
  button('+', () => picture.zoomTo(picture.zoom * 1.4), { 'data-zoom': 'in', 'aria-label': 'Larger', title: 'Larger (+)' }));
const canvas = element('canvas', { 'aria-hidden': 'true' });
const size = element('div', { class: 'size' });
const box = element('div', { class: 'picture', tabindex: '0', role: 'application',
  'aria-label': 'The picture. Arrow keys go from cell to cell, Enter picks one; the same stands in tables below.' }, size);
const frame = element('div', { class: 'frame' }, box, canvas);
const told = element('p', { class: 'told', 'aria-live': 'polite' });
const legend = element('div', { class: 'legend' });
const asTable = element('div', {});
const tables = element('details', { class: 'pane', id: 'as-table', toggle: () => fillTables() }, element('summary', {}, 'As a table'), asTable);
const text = element('pre', { class: 'grid', tabindex: '0' });
const asText = element('details', { class: 'pane', id: 'as-text' }, element('summary', {}, 'As text'), text);
const forms = element('span', {}, 'Save', ...FORMS.map((form) => button(`.${form}`, () => void save_(form), { 'data-form': form })));
const exports_ = element('div', { class: 'exports', role: 'toolbar', 'aria-label': 'Save' }, forms,
  button('Link', () => void copyLink(), { id: 'link', title: 'Copy what opens this view again' }));
const { side, panes } = makePanes();
const coordinates = pane('Index, coordinate, offset', 'coordinates');
side.append(coordinates.box);
const shown = element('main', {},
  element('section', { class: 'stage', 'aria-label': 'Picture' }, element('div', { class: 'bar' }, kinds, colours, zoom), frame, told, legend,
    computes ? exports_ : null, asText, tables),
  side);
document.body.append(
  element('header', {}, element('div', { class: 'heading' }, title, badge, pin), computes ? expression.box : null),
  status, shown);

const picture = new Picture(box, size, canvas);

// ---- what is asked ----

/** Where names of an expression are looked for. */
function place() {
  const { uri, position } = state.subject ?? {};
  return uri === undefined ? {} : { uri, position };
}

function document_() {
  const { uri, position } = state.subject ?? {};
  return uri === undefined ? {} : { textDocument: { uri }, position };
}

/** A kind, a thread or a place of another layout says nothing of this one. */
function beginAnew() {
  const { palette, type } = state.view;
  state.view = { ...(palette === undefined ? {} : { palette }), ...(type === undefined ? {} : { type }) };
  rows = { from: 0, count: PAGE };
  cell = null;
  number = null;
  chosenIndex = null;
  told.textContent = '';
  picture.isFitted = true;
  box.scrollTo(0, 0);
}

/** @param {import('./door.js').Subject} subject */
function setSubject(subject) {
  const before = state.subject;
  const isOther = before?.uri !== subject.uri || before?.expression !== subject.expression || before?.position?.line !== subject.position?.line;
  state.subject = subject;
  if (isOther) {
    beginAnew();
  }
  save();
  void refresh();
}

/** @param {View} change */
function setView(change) {
  const view = { ...state.view, ...change };
  for (const key of /** @type {(keyof View)[]} */ (Object.keys(view))) {
    if (view[key] === undefined || view[key] === '') {
      delete view[key];
    }
  }
  state.view = view;
  if ('thread' in change) {
    number = null;
  }
  if ('kind' in change) {
    box.scrollTo(0, 0);
  }
  save();
  select();
  void refresh();
}

/** @param {boolean} isPinned */
function setPinned(isPinned) {
  state.isPinned = isPinned;
  save();
  drawPin();
  door.tell({ pinned: isPinned });
}

function drawPin() {
  pin.textContent = state.isPinned ? 'Pinned' : 'Pin';
  pin.setAttribute('aria-pressed', String(state.isPinned));
}

function save() {
  door.save(state);
}

async function refresh() {
  const { subject } = state;
  if (subject === null) {
    gone('Put the cursor on a layout, or type an expression.');
    return;
  }
  const mine = ++asked;
  const { value: _, ...view } = state.view;
  const params = {
    ...document_(),
    ...(subject.expression === undefined ? {} : { expression: subject.expression }),
    ...(subject.name ? { name: subject.name } : {}),
    view: { ...view, theme: themeOf(), table: rows },
  };
  shown.setAttribute('aria-busy', 'true');
  try {
    const answer = await door.ask('layoutlens/bench', params);
    if (mine === asked) {
      take(answer, params.view.theme);
    }
  } catch (error) {
    if (mine === asked) {
      gone(error instanceof Error ? error.message : String(error));
    }
  } finally {
    if (mine === asked) {
      shown.removeAttribute('aria-busy');
    }
  }
}

/**
 * @param {unknown} answer
 * @param {string} theme the ground that it was asked for
 */
function take(answer, theme) {
  if (typeof answer !== 'object' || answer === null) {
    gone('The answer cannot be read: the page and the server are of different versions.');
    return;
  }
  const { gone: reason } = /** @type {{ gone?: unknown }} */ (answer);
  if (typeof reason === 'string') {
    gone(reason);
    return;
  }
  try {
    show(/** @type {Bench} */ (answer), theme);
  } catch (error) {
    gone(`The answer cannot be shown: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * What was shown is not so any more, and why.
 * @param {string} reason
 */
function gone(reason) {
  status.textContent = reason;
  status.hidden = false;
  shown.classList.toggle('gone', true);
  shown.hidden = bench === null;
  if (bench === null) {
    title.textContent = 'Bench';
  }
  drawPin();
}

/**
 * @param {Bench} next
 * @param {string} theme
 */
function show(next, theme) {
  bench = next;
  const { subject } = state;
  if (subject !== null && next.name !== null && subject.expression === undefined) {
    subject.name = next.name;
    save();
  }
  status.hidden = true;
  shown.hidden = false;
  shown.classList.toggle('gone', false);
  const isClaim = next.value === 'true' || next.value === 'false';
  const claimed = isClaim ? `${next.expression ?? 'the claim'}: ${next.value}` : next.value;
  title.textContent = next.name === null || next.name === next.value ? claimed : `${next.name} = ${next.value}`;
  document.title = title.textContent;
  const remarks = [next.supposed ? 'supposed' : null, next.condition, next.verdict].filter((remark) => remark !== null);
  badge.hidden = remarks.length === 0;
  badge.textContent = remarks.join(' · ');
  badge.classList.toggle('supposed', next.supposed);
  expression.show(subject?.expression ?? next.expression ?? next.value);
  panels = (next.picture?.panels ?? []).map((sent) => new Panel(sent));
  frame.hidden = panels.length === 0;
  // Of what has no picture of any kind there is nothing to colour, to enlarge or to save.
  const hasNone = panels.length === 0 && next.kinds.length === 0;
  for (const control of [colours, zoom, forms]) {
    control.hidden = hasNone;
  }
  picture.show(panels, theme);
  select();
  drawKinds(next);
  legend.replaceChildren(
    ...[next.reason, next.picture?.legend, ...(next.picture?.notes ?? []), ...panels.flatMap((panel) => panel.sent.notes)]
      .filter((line) => typeof line === 'string' && line !== '')
      .map((line) => element('p', {}, /** @type {string} */ (line))),
  );
  asText.hidden = next.text === null;
  text.textContent = next.text ?? '';
  tables.hidden = panels.length === 0;
  fillTables();
  fillSide(next);
  fillCoordinates();
  drawPin();
  void askForWaysOut(next);
  door.tell({ title: next.name ?? (isClaim ? (next.expression ?? next.value) : next.value) });
}

/** @param {Bench} next */
function fillSide(next) {
  const tried = waysOut.of === placeOf(next) ? waysOut : { fixes: [], note: null };
  const all = { ...next, fixes: [...(next.fixes ?? []), ...tried.fixes] };
  fillPanes(panes, all, panels, { view: state.view, setView, open, fix, selectCell, computes, fixNote: tried.note });
}

/** Which call of which version of which document is shown. @param {Bench} next */
function placeOf(next) {
  return JSON.stringify([state.subject?.uri, next.version, next.range?.start]);
}

/**
 * What is tried in the whole document takes longer than what is shown, so that is asked for behind it, and once.
 * @param {Bench} next
 */
async function askForWaysOut(next) {
  const { uri } = state.subject ?? {};
  const waits = next.phases !== null && next.phases.ofCode && next.phases.wavefronts[0] > next.phases.wavefronts[1];
  const of = placeOf(next);
  if (!waits || uri === undefined || next.range === undefined || waysOut.of === of) {
    return;
  }
  waysOut = { of, fixes: [], note: 'Ways out are tried…' };
  fillSide(next);
  /** @type {{ fixes?: import('./panes.js').Fix[] }} */
  let answer = {};
  let note = 'No swizzle and no padding of its tensor was found that frees it and changes nothing else.';
  try {
    answer = await door.ask('layoutlens/fixes', { textDocument: { uri }, position: next.range.start });
  } catch (error) {
    note = error instanceof Error ? error.message : String(error);
  }
  if (waysOut.of === of) {
    const fixes = answer.fixes ?? [];
    waysOut = { of, fixes, note: fixes.length > 0 ? null : note };
    if (bench !== null && placeOf(bench) === of) {
      fillSide(bench);
    }
  }
}

/** @param {Bench} next */
function drawKinds(next) {
  const held = document.activeElement?.id ?? '';
  kinds.replaceChildren(...next.kinds.map((kind) => {
    const chosen = button(kind, () => setView({ kind, phase: undefined }), { id: `kind-${kind}` });
    chosen.setAttribute('aria-pressed', String(kind === next.kind));
    return chosen;
  }));
  colours.replaceChildren(...(computes ? [
    choice('Colour', 'colour', COLOURS.map((name) => [name, name || 'by kind']), state.view.colour ?? '', (colour) => setView({ colour })),
    choice('Palette', 'palette', /** @type {[string, string][]} */ (PALETTES), state.view.palette ?? 'pastels', (palette) => setView({ palette })),
  ] : []));
  if (held !== '') {
    document.getElementById(held)?.focus();
  }
}

function fillTables() {
  if (tables.open) {
    asTable.replaceChildren(...picturesAsTables(panels));
  } else {
    asTable.replaceChildren();
  }
}

function fillCoordinates() {
  const table = bench?.table ?? null;
  coordinates.fill(...(table === null ? [] : coordinateTable(table, {
    asked: rows,
    chosen: chosenIndex,
    light: lightIndex,
    ask(next) {
      rows = next;
      void refresh();
    },
  })));
}

// ---- what is picked ----

function select() {
  const { thread = null, value = null } = state.view;
  picture.select({ thread, value, number, cell });
}

/**
 * The cell of a 1-D coordinate: mode 0 runs down.
 * @param {number} index
 */
function lightIndex(index) {
  const [panel] = panels;
  const height = panel?.sent.rows?.extent ?? 1;
  const [row, column] = [index % height, Math.floor(index / height)];
  chosenIndex = index;
  if (panel !== undefined && row < panel.height && column < panel.width) {
    pick({ panel: 0, place: row * panel.width + column }, false);
  }
  fillCoordinates();
}

/**
 * @param {number} row
 * @param {number} column
 */
function selectCell(row, column) {
  const index = panels.findIndex((panel) => panel.threads !== null && row < panel.height && column < panel.width && panel.isOf(row * panel.width + column, state.view.thread ?? -1));
  const panel = panels[index];
  if (panel !== undefined) {
    cell = { panel: index, place: row * panel.width + column };
    tellCell();
    select();
    picture.reveal(cell);
  }
}

/**
 * @param {import('./canvas.js').Cell} found
 * @param {boolean} isByHand
 */
function pick(found, isByHand) {
  const panel = panels[found.panel];
  if (panel === undefined) {
    return;
  }
  cell = found;
  tellCell();
  picture.reveal(found);
  const thread = panel.threads?.[found.place] ?? -1;
  if (isByHand && thread >= 0) {
    setView({ thread });
    return;
  }
  const written = panel.numbers?.[found.place];
  number = written === undefined || Number.isNaN(written) ? null : written;
  if (isByHand && found.panel === 0 && bench?.table) {
    chosenIndex = Math.floor(found.place / panel.width) + (found.place % panel.width) * (panel.sent.rows?.extent ?? 1);
    if (!bench.table.rows.some(([index]) => index === chosenIndex)) {
      rows = { from: chosenIndex, count: PAGE };
      void refresh();
    }
    fillCoordinates();
  }
  select();
}

function tellCell() {
  const panel = cell === null ? undefined : panels[cell.panel];
  told.textContent = cell === null || panel === undefined ? '' : panel.describe(cell.place);
}

function clearSelection() {
  cell = null;
  number = null;
  chosenIndex = null;
  told.textContent = '';
  setView({ thread: null, value: null });
}

box.addEventListener('click', (event) => {
  const bounds = box.getBoundingClientRect();
  const found = picture.cellAt(event.clientX - bounds.left, event.clientY - bounds.top);
  if (found !== null) {
    pick(found, true);
  }
});
box.addEventListener('wheel', (event) => {
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    picture.zoomTo(picture.zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
  }
}, { passive: false });
box.addEventListener('keydown', (event) => {
  const [panel] = cell === null ? panels : [panels[cell.panel]];
  if (panel === undefined || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const at = cell?.place ?? -1;
  const [row, column] = [Math.floor(at / panel.width), at % panel.width];
  /** @type {Record<string, [number, number]>} */
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  if (step !== undefined) {
    const [nextRow, nextColumn] = at < 0 ? [0, 0] : [row + step[0], column + step[1]];
    if (nextRow >= 0 && nextRow < panel.height && nextColumn >= 0 && nextColumn < panel.width) {
      cell = { panel: cell?.panel ?? 0, place: nextRow * panel.width + nextColumn };
      tellCell();
      select();
      picture.reveal(cell);
    }
  } else if (event.key === 'Enter' && cell !== null) {
    pick(cell, true);
  } else {
    return;
  }
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  const isTyped = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (isTyped || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  /** @type {Record<string, () => void>} */
  const keys = {
    '0': () => picture.fit(),
    '1': () => picture.zoomTo(1),
    '+': () => picture.zoomTo(picture.zoom * 1.4),
    '-': () => picture.zoomTo(picture.zoom / 1.4),
    p: () => (door.follows ? setPinned(!state.isPinned) : undefined),
    '/': () => expression.focus(),
    Escape: clearSelection,
    '[': () => setView({ thread: Math.max(0, (state.view.thread ?? 1) - 1) }),
    ']': () => setView({ thread: (state.view.thread ?? -1) + 1 }),
  };
  const act = keys[event.key];
  if (act !== undefined) {
    event.preventDefault();
    act();
  }
});

// ---- what is done ----

/** @param {string} text */
function open(text) {
  setSubject({ ...place(), expression: text, name: null });
}

/** @param {import('./panes.js').Fix} chosen */
async function fix(chosen) {
  const version = bench?.version;
  const { uri, position } = state.subject ?? {};
  if (uri === undefined || position === undefined || version === undefined) {
    return;
  }
  try {
    const answer = await door.ask('layoutlens/fix', { textDocument: { uri }, position: fixPosition() ?? position, version, title: chosen.title });
    if (answer?.applied !== true) {
      told.textContent = `The text is as it was: ${answer?.reason ?? 'the server says nothing'}`;
    }
  } catch (error) {
    told.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Where what is shown stands in its document by now. */
function fixPosition() {
  return bench?.range?.start;
}

/** @param {string} form */
async function save_(form) {
  const source = bench?.expression ?? null;
  if (source === null) {
    told.textContent = 'This value has no notation that can be read again, so there is nothing to save.';
    return;
  }
  const { value: _, ...view } = state.view;
  try {
    const answer = await door.ask('layoutlens/picture', { expression: source, form, view: { ...view, kind: view.kind ?? bench?.kind, theme: themeOf() } });
    if (typeof answer.gone === 'string') {
      told.textContent = answer.gone;
    } else if (document.body.dataset['door'] === 'panel') {
      door.tell({ save: answer });
    } else {
      download(answer);
    }
  } catch (error) {
    told.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {{ name: string, text?: string, base64?: string }} file */
function download({ name, text: content, base64 }) {
  const bytes = base64 === undefined ? content ?? '' : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes]));
  const link = element('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What opens the same view again: an address of the editor, or a command. */
async function copyLink() {
  const source = bench?.expression ?? bench?.value ?? '';
  const { value: _, ...view } = state.view;
  if (document.body.dataset['door'] === 'panel') {
    door.tell({ link: { expression: source, view } });
    return;
  }
  const quoted = (/** @type {unknown} */ word) => `'${String(word).replaceAll("'", "'\\''")}'`;
  const options = [
    view.kind === undefined ? '' : ` --kind ${view.kind}`,
    view.thread === undefined || view.thread === null ? '' : ` --thread ${view.thread}`,
    view.colour === undefined ? '' : ` --color ${quoted(view.colour)}`,
    view.type === undefined ? '' : ` --type ${view.type}`,
    view.vector === undefined ? '' : ` --vector ${view.vector}`,
  ];
  const command = `layoutlens view ${quoted(source)}${options.join('')}`;
  const isCopied = await navigator.clipboard?.writeText(command).then(() => true, () => false);
  told.textContent = isCopied ? `Copied: ${command}` : command;
}

// ---- what is heard ----

door.listen((event) => {
  const { subject } = state;
  switch (event.event) {
    case 'cursor':
      if (noteCursor(event.uri, event.position) && !state.isPinned) {
        void follow(event.uri, event.position);
      }
      break;
    case 'changed':
      // Another file may be what this one includes.
      if (subject?.uri !== undefined) {
        void refresh();
      }
      break;
    case 'closed':
      if (subject?.uri === event.uri) {
        gone('The document is closed.');
      }
      break;
    case 'show':
      if (event.view !== undefined) {
        state.view = event.view;
        state.subject = event.subject;
        save();
        void refresh();
      } else {
        setSubject(event.subject);
      }
      break;
    case 'lost':
      gone(event.reason);
      break;
    case 'back':
      void refresh();
      break;
  }
});

/**
 * Keeps where the cursor stands, and says whether it comes from elsewhere. A window that is restored tells where it stood all along, which is no wish to
 * leave what the bench shows.
 * @param {string} uri
 * @param {import('./door.js').Position} position
 */
function noteCursor(uri, position) {
  const { cursor } = state;
  state.cursor = { uri, position };
  save();
  return cursor === null
    ? kept.subject == null
    : cursor.uri !== uri || cursor.position.line !== position.line || cursor.position.character !== position.character;
}

/**
 * Goes with the cursor where it comes to a layout; elsewhere what is shown stays, as long as it is there.
 * @param {string} uri
 * @param {import('./door.js').Position} position
 */
async function follow(uri, position) {
  const mine = ++asked;
  const params = { textDocument: { uri }, position, view: { theme: themeOf(), palette: state.view.palette, type: state.view.type, table: { from: 0, count: PAGE } } };
  try {
    const answer = await door.ask('layoutlens/bench', params);
    if (mine !== asked) {
      return;
    }
    if (answer === null || typeof answer !== 'object' || typeof answer.gone === 'string') {
      if (bench === null && state.subject === null) {
        gone(answer?.gone ?? 'There is no layout at the cursor.');
      } else if (state.subject?.expression === undefined || shown.hasAttribute('aria-busy')) {
        // An answer that was waited for is not taken any more: it is asked for again.
        void refresh();
      }
      return;
    }
    const isSame = state.subject?.uri === uri && state.subject.expression === undefined && bench?.name === answer.name && bench?.value === answer.value;
    state.subject = { uri, position, name: answer.name };
    if (isSame) {
      save();
      void refresh();
      return;
    }
    beginAnew();
    save();
    take(answer, params.view.theme);
  } catch (error) {
    if (mine === asked) {
      gone(error instanceof Error ? error.message : String(error));
    }
  } finally {
    // What was asked before is not waited for any more.
    if (mine === asked) {
      shown.removeAttribute('aria-busy');
    }
  }
}

// Colours of cells come from the server: another theme is another question.
new MutationObserver(() => void refresh()).observe(document.body, { attributes: true, attributeFilter: ['data-vscode-theme-kind'] });
for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']) {
  matchMedia(query).addEventListener('change', () => void refresh());
}
drawPin();
if (state.subject !== null) {
  void refresh();
} else {
  gone('Put the cursor on a layout, or type an expression.');
}
