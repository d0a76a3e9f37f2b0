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

/** The first layout with a value behind a place, else the first of all. */
export function next(layouts: readonly ListedLayout[], from: Position): ListedLayout | undefined {
  const isBehind = ({ start }: ListedLayout['range']): boolean =>
    start.line > from.line || (start.line === from.line && start.character > from.character);
  const all = known(layouts);
  return all.find((layout) => isBehind(layout.range)) ?? all[0];
}
