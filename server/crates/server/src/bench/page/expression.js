// The line in which an expression is typed: with what may follow, and with what was typed before.
import { element } from './elements.js';

/** How long nobody types before it is evaluated. */
const PAUSE_MS = 120;
/** How much is remembered. */
const MOST_REMEMBERED = 50;

/**
 * @typedef {{ label: string, detail: string | null, text: string }} Item
 * @param {{
 *   evaluate(expression: string, isDone: boolean): void, history(): string[], remember(history: string[]): void,
 *   complete(expression: string, cursor: number): Promise<{ start: number, items: Item[] }>,
 * }} hands
 */
export function expressionLine(hands) {
  const list = element('ul', { id: 'completions', role: 'listbox', 'aria-label': 'What may follow', hidden: true });
  const input = element('input', {
    id: 'expression', type: 'text', role: 'combobox', spellcheck: 'false', autocomplete: 'off', 'aria-expanded': 'false',
    'aria-controls': 'completions', 'aria-autocomplete': 'list', 'aria-label': 'Expression', placeholder: 'composition((8,16):(20,1), <4:1,8:2>)',
  });
  /** @type {Item[]} */
  let items = [];
  let start = 0;
  let chosen = -1;
  let pause = 0;
  let asked = 0;
  let past = -1;

  const close = () => {
    // What was asked for and comes later opens nothing.
    asked += 1;
    items = [];
    chosen = -1;
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const draw = () => {
    list.replaceChildren(...items.map((item, index) => {
      const entry = element('li', { role: 'option', id: `completion-${index}`, 'aria-selected': String(index === chosen),
        mousedown: (event) => {
          event.preventDefault();
          take(index);
        } },
      element('code', {}, item.label), item.detail === null ? null : element('span', { class: 'faint' }, ` ${item.detail}`));
      return entry;
    }));
    list.hidden = items.length === 0;
    input.setAttribute('aria-expanded', String(items.length > 0));
    if (chosen >= 0) {
      input.setAttribute('aria-activedescendant', `completion-${chosen}`);
      list.children[chosen]?.scrollIntoView({ block: 'nearest' });
    }
  };
  const take = (/** @type {number} */ index) => {
    const item = items[index];
    if (item === undefined) {
      return;
    }
    const cursor = input.selectionStart ?? input.value.length;
    input.value = input.value.slice(0, start) + item.text + input.value.slice(cursor);
    const end = start + item.text.length;
    input.setSelectionRange(end, end);
    close();
    hands.evaluate(input.value, false);
  };
  const suggest = async () => {
    const cursor = input.selectionStart ?? 0;
    const mine = ++asked;
    if (!/[A-Za-z_]$/.test(input.value.slice(0, cursor))) {
      close();
      return;
    }
    const found = await hands.complete(input.value, cursor).catch(() => null);
    if (found === null || mine !== asked || document.activeElement !== input) {
      return;
    }
    const typed = input.value.slice(found.start, cursor);
    items = found.items.filter(({ label }) => label !== typed).slice(0, 12);
    start = found.start;
    chosen = -1;
    draw();
  };
  input.addEventListener('input', () => {
    past = -1;
    clearTimeout(pause);
    pause = window.setTimeout(() => hands.evaluate(input.value, false), PAUSE_MS);
    void suggest();
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'Escape') {
      close();
    } else if ((key === 'Tab' || key === 'Enter') && chosen >= 0) {
      event.preventDefault();
      take(chosen);
    } else if (key === 'Tab' && items.length > 0) {
      event.preventDefault();
      take(0);
    } else if (key === 'Enter') {
      close();
      const expression = input.value.trim();
      if (expression !== '') {
        hands.remember([expression, ...hands.history().filter((known) => known !== expression)].slice(0, MOST_REMEMBERED));
        hands.evaluate(expression, true);
      }
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && items.length > 0) {
      event.preventDefault();
      chosen = (chosen + (key === 'ArrowDown' ? 1 : -1) + items.length) % items.length;
      draw();
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const known = hands.history();
      past = Math.min(known.length - 1, Math.max(-1, past + (key === 'ArrowUp' ? 1 : -1)));
      const before = known[past];
      if (before !== undefined) {
        event.preventDefault();
        input.value = before;
        hands.evaluate(before, false);
      }
    } else {
      return;
    }
    event.stopPropagation();
  });
  return {
    box: element('div', { class: 'expression' }, input, list),
    /** @param {string} expression */
    show(expression) {
      // What is being typed stays.
      if (document.activeElement !== input) {
        input.value = expression;
      }
    },
    focus: () => input.focus(),
  };
}
