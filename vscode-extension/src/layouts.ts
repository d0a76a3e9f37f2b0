/** The layouts of a document, as the server lists them, and the next one from a place. Pure. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface ListedLayout {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly name: string | null;
  readonly value: string | null;
  readonly supposed: boolean;
}

/** Those with a value: what a hint or a hover shows. */
export function known(layouts: readonly ListedLayout[]): ListedLayout[] {
  return layouts.filter((layout) => layout.value !== null);
}

/** The layouts with a value in the order in which they are gone to: those behind a place, then those before it. */
export function following(layouts: readonly ListedLayout[], from: Position): ListedLayout[] {
  const isBehind = ({ start }: ListedLayout['range']): boolean =>
    start.line > from.line || (start.line === from.line && start.character > from.character);
  const all = known(layouts);
  return [...all.filter((layout) => isBehind(layout.range)), ...all.filter((layout) => !isBehind(layout.range))];
}
