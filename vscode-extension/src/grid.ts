/** What a lens or an action carries of a layout: the server drew it, here it is opened in a bench. */
import type { Position } from './layouts.ts';

export interface GridContent {
  /** What it is the grid of: a name or an expression. */
  readonly title: string;
  /** The grid as text. */
  readonly text: string;
  /** An expression without names. */
  readonly layout?: string;
  /** Where it stands. */
  readonly at?: { readonly textDocument: { readonly uri: string }; readonly position: Position };
}

/** The longest text of a grid that is taken; the server's are far below. */
const LONGEST = 4_000_000;

/** Whether this is a grid: a command that a link can call is called with anything. */
export function isGridContent(value: unknown): value is GridContent {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const grid = value as Record<string, unknown>;
  const isText = (part: unknown): boolean => typeof part === 'string' && part.length <= LONGEST;
  const isOptionalText = (part: unknown): boolean => part === undefined || isText(part);
  return isText(grid['title']) && isText(grid['text']) && isOptionalText(grid['layout']) && isPlace(grid['at']);
}

function isPlace(value: unknown): boolean {
  if (value === undefined) {
    return true;
  }
  const { textDocument, position } = (value ?? {}) as { textDocument?: { uri?: unknown }; position?: Position };
  return typeof textDocument?.uri === 'string' && typeof position?.line === 'number' && typeof position.character === 'number';
}
