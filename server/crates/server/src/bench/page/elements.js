// Elements of the page. Whatever comes from a file is text: there is no way from here to HTML.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | boolean | ((event: any) => void)>} [attributes]
 * @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      made.addEventListener(key, value);
    } else if (typeof value === 'boolean') {
      made.toggleAttribute(key, value);
    } else {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * @param {string} label
 * @param {() => void} click
 * @param {Record<string, string | boolean | ((event: any) => void)>} [attributes]
 */
export function button(label, click, attributes = {}) {
  return element('button', { type: 'button', click, ...attributes }, label);
}

/**
 * A part of the side, which is not there while it has nothing to say.
 * @param {string} title
 * @param {string} name
 */
export function pane(title, name) {
  const body = element('div', { class: 'body' });
  const box = element('details', { class: `pane ${name}`, open: true }, element('summary', {}, title), body);
  return {
    box,
    body,
    /** @param {(Node | string | null | undefined)[]} children */
    fill(...children) {
      const kept = children.filter((child) => child !== null && child !== undefined);
      const held = document.activeElement?.id ?? '';
      body.replaceChildren(...kept);
      box.hidden = kept.length === 0;
      // What had the keys has them still, where it is still there.
      if (held !== '' && body.querySelector(`#${held}`) !== null) {
        /** @type {HTMLElement} */ (body.querySelector(`#${held}`)).focus();
      }
    },
  };
}

/**
 * A choice of one: a list with a label.
 * @param {string} label
 * @param {string} id
 * @param {[string, string][]} options value and text
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function choice(label, id, options, chosen, change) {
  const select = element('select', { id, change: () => change(select.value) });
  for (const [value, text] of options) {
    const option = element('option', { value }, text);
    option.selected = value === chosen;
    select.append(option);
  }
  return element('label', { class: 'field', for: id }, label, select);
}

/**
 * A number that can be stepped.
 * @param {string} label
 * @param {string} id
 * @param {number | null} value
 * @param {{ min: number, max: number | null }} range
 * @param {(value: number | null) => void} change
 */
export function stepper(label, id, value, { min, max }, change) {
  const input = element('input', {
    id,
    type: 'number',
    min: String(min),
    ...(max === null ? {} : { max: String(max) }),
    placeholder: 'none',
    change: () => take(input.value === '' ? null : Number(input.value)),
  });
  input.value = value === null ? '' : String(value);
  /** @param {number | null} next */
  const take = (next) =>
    change(next === null || !Number.isInteger(next) || next < min || (max !== null && next > max) ? null : next);
  const step = (/** @type {number} */ way) => {
    const next = value === null ? min : value + way;
    take(max !== null && next > max ? min : next < min ? (max ?? min) : next);
  };
  return element('span', { class: 'stepper' },
    element('label', { for: id }, label),
    button('‹', () => step(-1), { id: `${id}-less`, 'aria-label': `${label}: the one before` }),
    input,
    button('›', () => step(1), { id: `${id}-more`, 'aria-label': `${label}: the next` }));
}
