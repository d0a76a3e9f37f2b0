/** The HTML of the grid panel. Pure. */
import type { GridContent } from './grid.ts';

/** Text made safe between tags and inside double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** An escaped mark, code, bold, a line end, any other character. */
const MARKDOWN = /\\[!-/:-@[-`{-~]|(`+)(?!`)[^]+?(?<!`)\1(?!`)|\*\*| *\n|[^]/g;

/** The little Markdown that facts are written in, as HTML. */
function factsHtml(facts: string): string {
  let html = '';
  let bold = false;
  for (const [piece] of facts.trim().matchAll(MARKDOWN)) {
    if (piece === '**') {
      html += bold ? '</strong>' : '<strong>';
      bold = !bold;
    } else if (piece.startsWith('\\') && piece.length === 2) {
      html += escapeHtml(piece.slice(1));
    } else if (piece.startsWith('`')) {
      html += `<code>${escapeHtml(piece.replaceAll(/^`+|`+$/g, '').trim())}</code>`;
    } else if (piece.endsWith('\n')) {
      html += '<br>';
    } else {
      html += escapeHtml(piece);
    }
  }
  return bold ? `${html}</strong>` : html;
}

/** What stands over a grid that was drawn before the code was edited. */
export const STALE = 'Drawn before the last edit: it may be another one now. Open it again from its lens, its hover or its name.';

/**
 * The whole page. Nothing but the script and the style of this `nonce` runs; the picture is an
 * image, in which nothing can run.
 */
export function gridPage(grid: GridContent, nonce: string, isStale = false): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>${escapeHtml(grid.title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(grid.title)}</h1>
${isStale ? `<p class="stale" role="status">${STALE}</p>` : ''}
${grid.facts === undefined ? '' : `<p class="facts">${factsHtml(grid.facts)}</p>`}
${grid.svg === undefined ? textGrid(grid.text) : pictureAndText(grid.svg, grid.text)}
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

function textGrid(text: string): string {
  return `<pre class="grid">${escapeHtml(text)}</pre>`;
}

function pictureAndText(svg: string, text: string): string {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`;
  return `<div class="zoom" role="toolbar" aria-label="Zoom">
<button data-zoom="fit">Fit</button>
<button data-zoom="one">100 %</button>
<button data-zoom="out" aria-label="Smaller">&minus;</button>
<button data-zoom="in" aria-label="Larger">+</button>
</div>
<div class="picture"><img alt="Grid of offsets" src="${source}"></div>
<details><summary>As text</summary>${textGrid(text)}</details>`;
}

const STYLE = `
body { padding: 0 1rem 1rem; color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
h1 { margin: 0.75rem 0; font-size: 1.2em; font-family: var(--vscode-editor-font-family, monospace); font-weight: 600; overflow-wrap: anywhere; }
pre { font-family: var(--vscode-editor-font-family, monospace); font-size: var(--vscode-editor-font-size, 0.9em); line-height: 1.35; overflow-x: auto; }
code { font-family: var(--vscode-editor-font-family, monospace); }
.facts { margin: 0 0 0.75rem; padding: 0.5rem 0.75rem; background: var(--vscode-textCodeBlock-background); border-radius: 3px; line-height: 1.5; overflow-wrap: anywhere; }
.stale { margin: 0 0 0.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--vscode-inputValidation-warningBorder); background: var(--vscode-inputValidation-warningBackground); border-radius: 3px; }
.zoom { margin-bottom: 0.5rem; }
.zoom button { padding: 2px 10px; color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); border: 1px solid var(--vscode-button-border, transparent); border-radius: 2px; font: inherit; cursor: pointer; }
.zoom button:hover { background: var(--vscode-button-secondaryHoverBackground); }
.zoom button:focus-visible, summary:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
.picture { overflow: auto; }
.picture img { display: block; height: auto; }
summary { margin-top: 0.75rem; cursor: pointer; }
`;

/** A small grid is drawn larger than it comes: there is room in a panel. */
const SCRIPT = `
const LARGEST_FIT = 2;
const picture = document.querySelector('.picture');
const image = picture && picture.querySelector('img');
let scale = 1;
function zoomTo(next) {
  scale = Math.min(8, Math.max(0.125, next));
  image.width = Math.round(image.naturalWidth * scale);
}
function fit() {
  zoomTo(Math.min(LARGEST_FIT, picture.clientWidth / image.naturalWidth));
}
const zoom = { fit, one: () => zoomTo(1), out: () => zoomTo(scale / 1.25), in: () => zoomTo(scale * 1.25) };
for (const button of document.querySelectorAll('[data-zoom]')) {
  button.addEventListener('click', zoom[button.dataset.zoom]);
}
if (image) {
  image.decode().then(fit);
}
`;
