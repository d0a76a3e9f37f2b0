// The same as tables: for those who do not see the canvas, and for whoever looks for a number.
import { button, element } from './elements.js';

/** The most cells of a table that stands for a picture. */
const MOST_CELLS = 4096;
/** How many rows of coordinates are asked for at once. */
export const PAGE = 32;

/**
 * Tables that say what the canvas says, made when they are opened.
 * @param {import('./runs.js').Panel[]} panels
 */
export function picturesAsTables(panels) {
  const count = panels.reduce((sum, panel) => sum + panel.height * panel.width, 0);
  if (count > MOST_CELLS) {
    return [element('p', {}, `${count} cells are more than a table here has; the table of coordinates beside it has all of them.`)];
  }
  return panels.map((panel) => {
    const { sent, width, height } = panel;
    const head = element('tr', {}, element('td', {}));
    for (let column = 0; column < width; column += 1) {
      head.append(element('th', { scope: 'col' }, String(column)));
    }
    const rows = [];
    for (let row = 0; row < height; row += 1) {
      const line = element('tr', {}, element('th', { scope: 'row' }, sent.row_names?.[row] ?? String(row)));
      for (let column = 0; column < width; column += 1) {
        const place = row * width + column;
        const marks = panel.marks?.[place] ?? 0;
        line.append(element('td', {}, panel.text(place) + (marks > 0 ? ` (${panel.describe(place).split(', ').slice(-1)[0]})` : '')));
      }
      rows.push(line);
    }
    return element('table', { class: 'cells' },
      sent.title === null ? null : element('caption', {}, sent.title), element('thead', {}, head), element('tbody', {}, ...rows));
  });
}

/**
 * Index, coordinate and offset, both ways: a row lights its cell, and an offset finds its rows.
 * @param {import('./panes.js').Table} table
 * @param {{ ask(rows: { from?: number, count?: number, offset?: number }): void, light(index: number): void,
 *   asked: { from?: number, offset?: number } | null, chosen: number | null }} hands
 */
export function coordinateTable(table, hands) {
  const first = table.rows[0]?.[0] ?? 0;
  const last = table.rows[table.rows.length - 1]?.[0] ?? 0;
  const isOfOffset = hands.asked?.offset !== undefined;
  const find = element('input', {
    id: 'find-offset', type: 'number', placeholder: 'offset',
    change: () => hands.ask(find.value === '' ? { from: 0, count: PAGE } : { offset: Number(find.value) }),
  });
  find.value = isOfOffset ? String(hands.asked?.offset) : '';
  const from = element('input', {
    id: 'from-index', type: 'number', min: '0', max: String(table.size - 1), placeholder: 'index',
    change: () => hands.ask({ from: Math.max(0, Number(from.value)), count: PAGE }),
  });
  const rows = table.rows.map(([index, coordinate, offset]) => {
    const line = element('tr', { 'data-index': String(index), 'aria-selected': String(index === hands.chosen), click: () => hands.light(index) },
      element('td', {}, button(String(index), () => hands.light(index), { 'aria-label': `Light index ${index}` })),
      element('td', {}, coordinate), element('td', {}, offset));
    return line;
  });
  const before = button('‹', () => hands.ask({ from: Math.max(0, first - PAGE), count: PAGE }), { 'aria-label': 'Earlier rows' });
  const behind = button('›', () => hands.ask({ from: last + 1, count: PAGE }), { 'aria-label': 'Later rows' });
  before.toggleAttribute('disabled', isOfOffset || first === 0);
  behind.toggleAttribute('disabled', isOfOffset || !table.hasMore);
  return [
    element('div', { class: 'pickers' }, element('label', { for: 'from-index' }, 'From'), from, before, behind,
      element('label', { for: 'find-offset' }, 'Where is'), find),
    table.rows.length === 0 ? element('p', { class: 'faint' }, 'No coordinate has this offset.') : null,
    element('table', { class: 'rows' },
      element('thead', {}, element('tr', {}, ...['index', 'coordinate', 'offset'].map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...rows)),
  ];
}
