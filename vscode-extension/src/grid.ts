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
