/** The grid of a layout as the server sends it: drawn and computed there, only shown here. */
export interface GridContent {
  /** What it is the grid of: a name or an expression. */
  readonly title: string;
  /** The grid as text. */
  readonly text: string;
  /** The grid as a picture; absent when the layout is too large to draw. */
  readonly svg?: string;
  /** What else is known of the layout: Markdown of lines, bold and code. */
  readonly facts?: string;
}

/** The longest text of a grid that is shown; the server's are far below. */
const LONGEST = 4_000_000;

/** Whether this is a grid: a command that a link can call is called with anything. */
export function isGridContent(value: unknown): value is GridContent {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const grid = value as Record<string, unknown>;
  const isText = (part: unknown): boolean => typeof part === 'string' && part.length <= LONGEST;
  const isOptionalText = (part: unknown): boolean => part === undefined || isText(part);
  return isText(grid['title']) && isText(grid['text']) && isOptionalText(grid['svg']) && isOptionalText(grid['facts']);
}
