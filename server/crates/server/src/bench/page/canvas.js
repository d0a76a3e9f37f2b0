// The picture on a canvas: only what is seen is drawn, numbers come with zoom.
import { MARK, NOTHING, Panel } from './runs.js';

/** The smallest text that is drawn, in pixels. */
const SMALLEST_TEXT = 9;
/** A cell at a zoom of 1. */
const CELL = 26;
/** Room of the numbers before rows, and above columns. */
const HEADER = 18;
/** Room of the numbers of tiles, of each level. */
const LEVEL = 14;
const MOST_LEVELS = 2;
const GAP = 28;
const ZOOM = { least: 1 / 32, most: 4 };
/** The zoom at which the text of cells is as large as [SMALLEST_TEXT]. */
const READABLE = 0.76;
const LARGEST_FIT = 1.5;
/** How many times its room a picture may be that is shown large enough to be read. */
const MOST_SCROLLED = 2.2;

/**
 * @typedef {{ panel: Panel, x: number, y: number, cellWidth: number, cellHeight: number, left: number, header: number,
 *   bitmap: HTMLCanvasElement | null }} Placed
 * @typedef {{ panel: number, place: number }} Cell
 * @typedef {{ thread: number | null, value: number | null, number: number | null, cell: Cell | null }} Selection
 */

export class Picture {
  /**
   * @param {HTMLElement} box scrolls
   * @param {HTMLElement} size is as large as the picture
   * @param {HTMLCanvasElement} canvas is as large as what is seen
   */
  constructor(box, size, canvas) {
    this.box = box;
    this.size = size;
    this.canvas = canvas;
    /** @type {Placed[]} */
    this.placed = [];
    /** @type {Selection} */
    this.selection = { thread: null, value: null, number: null, cell: null };
    this.zoom = 1;
    this.isFitted = true;
    this.frame = 0;
    this.lastWidth = 0;
    /** How many cells were drawn with their text the last time. */
    this.written = 0;
    this.theme = '';
    box.addEventListener('scroll', () => this.ask());
    new ResizeObserver(() => {
      // Its height follows the picture; only another width is news.
      if (this.isFitted && this.lastWidth !== box.clientWidth) {
        this.begin();
      } else {
        this.ask();
      }
      this.lastWidth = box.clientWidth;
    }).observe(box);
  }

  /**
   * @param {Panel[]} panels
   * @param {string} theme the ground that their colours were made for
   */
  show(panels, theme) {
    this.panels = panels;
    this.theme = theme;
    this.place();
    if (this.isFitted) {
      this.begin();
    }
  }

  /** @param {Selection} selection */
  select(selection) {
    this.selection = selection;
    for (const placed of this.placed) {
      placed.bitmap = null;
    }
    this.ask();
  }

  /** @param {number} zoom */
  zoomTo(zoom) {
    const next = Math.min(ZOOM.most, Math.max(ZOOM.least, zoom));
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.box;
    const ratio = next / this.zoom;
    this.isFitted = false;
    this.zoom = next;
    this.place();
    this.box.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2;
    this.box.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2;
  }

  /** As large as there is room. */
  fit() {
    this.scaleTo(1);
    this.isFitted = true;
  }

  /** As [fit], but for what can be read when it is a little larger: that is as large. */
  begin() {
    this.scaleTo(READABLE);
    this.isFitted = true;
  }

  /** @param {number} least of a picture that is not much larger than its room then */
  scaleTo(least) {
    const tallest = Number.parseFloat(getComputedStyle(this.box).maxHeight);
    const room = { width: this.box.clientWidth - 2, height: (Number.isNaN(tallest) ? window.innerHeight * 0.6 : tallest) - 2 };
    this.zoom = 1;
    // What stands around cells has a size of its own, so the first answer is not the last.
    for (let round = 0; round < 4; round += 1) {
      this.place();
      const { width, height } = this.extent;
      this.zoom = Math.min(LARGEST_FIT, Math.max(ZOOM.least, this.zoom * Math.min(room.width / width, room.height / height)));
    }
    if (least < 1 && this.zoom < least) {
      const fitted = this.zoom;
      this.zoom = least;
      this.place();
      const { width, height } = this.extent;
      if (width > room.width * MOST_SCROLLED || height > room.height * MOST_SCROLLED) {
        this.zoom = fitted;
      }
    }
    this.place();
  }

  /** Lays the panels out at the zoom there is. */
  place() {
    const panels = this.panels ?? [];
    const sizes = panels.map((panel) => this.sizeOf(panel));
    const columns = new Map();
    const rows = new Map();
    panels.forEach((panel, index) => {
      const { width, height } = /** @type {{ width: number, height: number }} */ (sizes[index]);
      columns.set(panel.sent.column, Math.max(columns.get(panel.sent.column) ?? 0, width));
      rows.set(panel.sent.row, Math.max(rows.get(panel.sent.row) ?? 0, height));
    });
    const lefts = starts(columns);
    const tops = starts(rows);
    this.placed = panels.map((panel, index) => {
      const { cellWidth, cellHeight, left, top, header } = /** @type {ReturnType<Picture['sizeOf']>} */ (sizes[index]);
      const x = (lefts.at.get(panel.sent.column) ?? 0) + left;
      const y = (tops.at.get(panel.sent.row) ?? 0) + top;
      return { panel, x, y, cellWidth, cellHeight, left, header, bitmap: null };
    });
    this.extent = { width: Math.max(1, lefts.end), height: Math.max(1, tops.end) };
    this.size.style.width = `${this.extent.width}px`;
    this.size.style.height = `${this.extent.height}px`;
    this.ask();
  }

  extent = { width: 1, height: 1 };
  /** @type {Panel[] | undefined} */
  panels;

  /** @param {Panel} panel */
  sizeOf(panel) {
    const longest = longestOf(panel);
    const cellHeight = CELL * this.zoom * (panel.threads === null ? 1 : 1.15);
    const cellWidth = Math.max(cellHeight, (longest * 6.6 + 8) * this.zoom);
    const names = panel.sent.row_names?.reduce((most, name) => Math.max(most, name.length), 0) ?? String(panel.height).length;
    const left = (panel.sent.rows === null ? 4 : names * 7 + 10) + (panel.sent.sides === null ? 0 : 14) + levelsOf(panel.sent.rows).length * LEVEL;
    const header = HEADER + levelsOf(panel.sent.columns).length * LEVEL;
    const top = header + (panel.sent.title === null ? 4 : 20);
    return {
      cellWidth,
      cellHeight,
      left,
      header,
      top,
      width: left + panel.width * cellWidth + 6,
      height: top + panel.height * cellHeight + 6,
    };
  }

  /** Draws before the next frame, once. */
  ask() {
    if (this.frame === 0) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
    }
  }

  draw() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = this.box;
    const { canvas } = this;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const context = canvas.getContext('2d');
    if (context === null) {
      return;
    }
    const ink = inkOf(this.box);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.written = 0;
    for (const placed of this.placed) {
      this.drawPanel(context, placed, ink, { width, height, scrollLeft, scrollTop });
    }
    this.canvas.dataset['written'] = String(this.written);
    this.canvas.dataset['theme'] = this.theme;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Placed} placed
   * @param {ReturnType<typeof inkOf>} ink
   * @param {{ width: number, height: number, scrollLeft: number, scrollTop: number }} seen
   */
  drawPanel(context, placed, ink, seen) {
    const { panel, cellWidth, cellHeight } = placed;
    const x = placed.x - seen.scrollLeft;
    const y = placed.y - seen.scrollTop;
    const first = { row: within(-y / cellHeight, panel.height), column: within(-x / cellWidth, panel.width) };
    const last = {
      row: within((seen.height - y) / cellHeight + 1, panel.height),
      column: within((seen.width - x) / cellWidth + 1, panel.width),
    };
    if (last.row > first.row && last.column > first.column) {
      placed.bitmap ??= this.bitmapOf(panel, ink);
      context.imageSmoothingEnabled = false;
      const [width, height] = [last.column - first.column, last.row - first.row];
      context.drawImage(placed.bitmap, first.column, first.row, width, height,
        x + first.column * cellWidth, y + first.row * cellHeight, width * cellWidth, height * cellHeight);
      this.drawLines(context, placed, ink, x, y, first, last);
      this.drawCells(context, placed, ink, x, y, first, last);
    }
    this.drawOverlays(context, placed, ink, x, y);
    this.drawHeaders(context, placed, ink, x, y, first, last);
  }

  /**
   * A pixel a cell: what is not meant is faint.
   * @param {Panel} panel
   * @param {ReturnType<typeof inkOf>} ink
   */
  bitmapOf(panel, ink) {
    const bitmap = document.createElement('canvas');
    bitmap.width = panel.width;
    bitmap.height = panel.height;
    const context = bitmap.getContext('2d');
    if (context === null) {
      return bitmap;
    }
    const ground = bytesOf(ink.ground);
    /** @type {Map<number, [number, number, number]>} */
    const table = new Map(Object.entries(panel.sent.colours).map(([tone, colour]) => [Number(tone), bytesOf(colour)]));
    const image = context.createImageData(panel.width, panel.height);
    const isMeant = this.meant(panel);
    for (let place = 0; place < panel.tones.length; place += 1) {
      const colour = table.get(panel.tones[place] ?? NOTHING) ?? ground;
      const faint = isMeant !== null && !isMeant(place);
      for (let part = 0; part < 3; part += 1) {
        const [full, under] = [colour[part] ?? 0, ground[part] ?? 0];
        image.data[place * 4 + part] = faint ? Math.round(full * 0.16 + under * 0.84) : full;
      }
      image.data[place * 4 + 3] = 255;
    }
    context.putImageData(image, 0, 0);
    return bitmap;
  }

  /**
   * Which cells are meant by the selection; nothing where all are.
   * @param {Panel} panel
   * @returns {((place: number) => boolean) | null}
   */
  meant(panel) {
    const { thread, value, number } = this.selection;
    if (thread !== null && (panel.threads !== null || Object.keys(panel.sent.texts).length > 0)) {
      return (place) => panel.isOf(place, thread) && (value === null || panel.values?.[place] === value);
    }
    if (value !== null && panel.values !== null) {
      return (place) => panel.values?.[place] === value;
    }
    if (number !== null && panel.numbers !== null) {
      return (place) => panel.numbers?.[place] === number;
    }
    return null;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Placed} placed
   * @param {ReturnType<typeof inkOf>} ink
   * @param {number} x
   * @param {number} y
   * @param {{ row: number, column: number }} first
   * @param {{ row: number, column: number }} last
   */
  drawLines(context, placed, ink, x, y, first, last) {
    const { panel, cellWidth, cellHeight } = placed;
    const top = y + first.row * cellHeight;
    const bottom = y + last.row * cellHeight;
    const left = x + first.column * cellWidth;
    const right = x + last.column * cellWidth;
    /** @type {(axis: { extent: number, tiles: number[] } | null, place: number, length: number) => number} */
    const level = (axis, place, length) =>
      place === 0 || place === length ? 2 : Math.min(2, (axis?.tiles ?? []).filter((tile) => place % tile === 0).length);
    const widths = [1, 1.6, 2.6];
    const strengths = [0.16, 0.5, 0.85];
    for (const wanted of [0, 1, 2]) {
      context.beginPath();
      for (let row = first.row; row <= last.row; row += 1) {
        const found = level(panel.sent.rows, row, panel.height);
        if (found === wanted && (found > 0 ? cellHeight * 1 >= 1.5 || row === 0 || row === panel.height : cellHeight >= 7)) {
          context.moveTo(left, y + row * cellHeight);
          context.lineTo(right, y + row * cellHeight);
        }
      }
      for (let column = first.column; column <= last.column; column += 1) {
        const found = level(panel.sent.columns, column, panel.width);
        if (found === wanted && (found > 0 ? cellWidth >= 1.5 || column === 0 || column === panel.width : cellWidth >= 7)) {
          context.moveTo(x + column * cellWidth, top);
          context.lineTo(x + column * cellWidth, bottom);
        }
      }
      context.lineWidth = Math.min(widths[wanted] ?? 1, cellHeight / 3);
      context.strokeStyle = ink.line;
      context.globalAlpha = ink.isStrong ? Math.max(0.55, strengths[wanted] ?? 1) : (strengths[wanted] ?? 1);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /**
   * Text and marks of the cells that are seen.
   * @param {CanvasRenderingContext2D} context
   * @param {Placed} placed
   * @param {ReturnType<typeof inkOf>} ink
   * @param {number} x
   * @param {number} y
   * @param {{ row: number, column: number }} first
   * @param {{ row: number, column: number }} last
   */
  drawCells(context, placed, ink, x, y, first, last) {
    const { panel, cellWidth, cellHeight } = placed;
    const isMeant = this.meant(panel);
    const selected = this.selection.cell;
    const index = this.placed.indexOf(placed);
    const text = Math.min(14, 12 * this.zoom);
    const isWritten = text >= SMALLEST_TEXT;
    const isMarked = cellHeight >= 5;
    if (!isWritten && !isMarked) {
      return;
    }
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let row = first.row; row < last.row; row += 1) {
      for (let column = first.column; column < last.column; column += 1) {
        const place = row * panel.width + column;
        const [left, top] = [x + column * cellWidth, y + row * cellHeight];
        const isFaint = isMeant !== null && !isMeant(place);
        const marks = panel.marks?.[place] ?? 0;
        if (isMarked && marks > 0) {
          drawMarks(context, marks, ink, left, top, cellWidth, cellHeight);
        }
        if (isWritten) {
          const [upper, lower] = panel.lines(place);
          if (upper !== '') {
            const weight = isMeant !== null && !isFaint ? '700 ' : '';
            context.font = `${weight}${text}px ${ink.font}`;
            context.globalAlpha = isFaint ? 0.45 : 1;
            context.fillStyle = ink.text;
            const middle = top + cellHeight / 2;
            if (lower === '') {
              context.fillText(upper, left + cellWidth / 2, middle, cellWidth - 2);
            } else {
              context.fillText(upper, left + cellWidth / 2, middle - text * 0.48, cellWidth - 2);
              context.fillText(lower, left + cellWidth / 2, middle + text * 0.52, cellWidth - 2);
            }
            context.globalAlpha = 1;
            this.written += 1;
          }
        }
        if (isMeant !== null && !isFaint && isMarked) {
          context.lineWidth = Math.max(1, Math.min(2.5, cellHeight / 8));
          context.strokeStyle = ink.accent;
          context.strokeRect(left + 1.5, top + 1.5, cellWidth - 3, cellHeight - 3);
        }
        if (selected !== null && selected.panel === index && selected.place === place) {
          // Inside of the frame that a thread's cells have.
          const inset = cellHeight >= 16 ? 4 : 0;
          context.lineWidth = 2;
          context.setLineDash([]);
          context.strokeStyle = ink.text;
          context.strokeRect(left + inset, top + inset, cellWidth - 2 * inset, cellHeight - 2 * inset);
        }
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Placed} placed
   * @param {ReturnType<typeof inkOf>} ink
   * @param {number} x
   * @param {number} y
   */
  drawOverlays(context, placed, ink, x, y) {
    const { panel, cellWidth, cellHeight } = placed;
    /** @param {[number, number]} cell */
    const middle = ([row, column]) => /** @type {[number, number]} */ ([x + (column + 0.5) * cellWidth, y + (row + 0.5) * cellHeight]);
    context.strokeStyle = ink.accent;
    context.fillStyle = ink.accent;
    for (const overlay of panel.sent.overlays) {
      context.lineWidth = Math.max(1, Math.min(2, cellHeight / 10));
      context.globalAlpha = 0.85;
      if ('path' in overlay) {
        context.beginPath();
        for (const cell of overlay.path) {
          context.lineTo(...middle(cell));
        }
        context.stroke();
        const start = overlay.path[0];
        if (start !== undefined) {
          context.beginPath();
          context.arc(...middle(start), Math.max(2, cellHeight / 8), 0, 7);
          context.fill();
        }
      } else {
        drawArrow(context, middle(overlay.from), middle(overlay.to), overlay.label, ink);
      }
      context.globalAlpha = 1;
    }
  }

  /**
   * Numbers of rows and columns, which stay where they are seen.
   * @param {CanvasRenderingContext2D} context
   * @param {Placed} placed
   * @param {ReturnType<typeof inkOf>} ink
   * @param {number} x
   * @param {number} y
   * @param {{ row: number, column: number }} first
   * @param {{ row: number, column: number }} last
   */
  drawHeaders(context, placed, ink, x, y, first, last) {
    const { panel, cellWidth, cellHeight, left, header } = placed;
    const bottom = y + panel.height * cellHeight;
    const right = x + panel.width * cellWidth;
    const headerTop = Math.min(Math.max(y - header, 0), bottom - header);
    const headerLeft = Math.min(Math.max(x - left, 0), right - left);
    const [headerBottom, headerRight] = [headerTop + header, headerLeft + left];
    context.font = `10.5px ${ink.font}`;
    context.textBaseline = 'middle';
    const [isAbove, isBeside] = [headerTop > y - header, panel.sent.rows !== null && headerLeft > x - left];
    // What has moved over cells hides them, and numbers that have moved out give way to it.
    context.fillStyle = ink.ground;
    if (isAbove) {
      context.fillRect(headerLeft, headerTop, right - headerLeft, header);
    }
    if (isBeside) {
      context.fillRect(headerLeft, headerTop, left, bottom - headerTop);
    }
    context.fillStyle = ink.label;
    context.textAlign = 'center';
    const eachColumn = stepOf(String(panel.width).length * 7 + 6, cellWidth);
    for (let column = Math.ceil(first.column / eachColumn) * eachColumn; column < last.column; column += eachColumn) {
      const middle = x + (column + 0.5) * cellWidth;
      if (!isBeside || middle - 12 > headerRight) {
        context.fillText(String(column), middle, headerBottom - HEADER / 2 + 1);
      }
    }
    const { clientWidth, clientHeight } = this.box;
    levelsOf(panel.sent.columns).forEach(({ length, each }, level) => {
      eachTile(first.column, last.column, length, cellWidth, x, isBeside ? headerRight : 0, clientWidth, (number, middle) => {
        context.fillText(String(number % each), middle, headerBottom - HEADER - (level + 0.5) * LEVEL + 2);
      });
    });
    if (panel.sent.rows !== null) {
      context.textAlign = 'right';
      const eachRow = stepOf(14, cellHeight);
      for (let row = Math.ceil(first.row / eachRow) * eachRow; row < last.row; row += eachRow) {
        const middle = y + (row + 0.5) * cellHeight + 1;
        if (!isAbove || middle - 6 > headerBottom) {
          context.fillText(panel.sent.row_names?.[row] ?? String(row), headerRight - 6, middle);
        }
      }
      const levels = levelsOf(panel.sent.rows);
      const beside = headerLeft + levels.length * LEVEL + (panel.sent.sides === null ? 0 : 14);
      levels.forEach(({ length, each }, level) => {
        eachTile(first.row, last.row, length, cellHeight, y, isAbove ? headerBottom : 0, clientHeight, (number, middle) => {
          context.fillText(String(number % each), beside - level * LEVEL - 2, middle + 1);
        });
      });
    }
    context.textAlign = 'left';
    if (panel.sent.title !== null) {
      context.fillStyle = ink.text;
      context.font = `600 12px ${ink.sans}`;
      context.fillText(panel.sent.title, x - left + 4, y - header - 9);
    }
    if (panel.sent.sides !== null) {
      const [vertical, horizontal] = panel.sent.sides;
      context.fillStyle = ink.label;
      context.font = `italic 600 12px ${ink.sans}`;
      context.fillText(vertical, headerLeft + 2, Math.max(y, 0) + 10);
      context.textAlign = 'right';
      context.fillText(horizontal, headerRight - 6, headerBottom - HEADER / 2 + 1);
      context.textAlign = 'left';
    }
  }

  /**
   * The cell below a point of the canvas.
   * @param {number} pointX
   * @param {number} pointY
   * @returns {Cell | null}
   */
  cellAt(pointX, pointY) {
    const x = pointX + this.box.scrollLeft;
    const y = pointY + this.box.scrollTop;
    for (const [index, placed] of this.placed.entries()) {
      const column = Math.floor((x - placed.x) / placed.cellWidth);
      const row = Math.floor((y - placed.y) / placed.cellHeight);
      if (row >= 0 && row < placed.panel.height && column >= 0 && column < placed.panel.width) {
        return { panel: index, place: row * placed.panel.width + column };
      }
    }
    return null;
  }

  /**
   * The middle of a cell, in the box.
   * @param {Cell} cell
   */
  middleOf({ panel, place }) {
    const placed = this.placed[panel];
    if (placed === undefined) {
      return { x: 0, y: 0 };
    }
    const [row, column] = [Math.floor(place / placed.panel.width), place % placed.panel.width];
    return {
      x: placed.x + (column + 0.5) * placed.cellWidth - this.box.scrollLeft,
      y: placed.y + (row + 0.5) * placed.cellHeight - this.box.scrollTop,
    };
  }

  /**
   * Scrolls a cell into view.
   * @param {Cell} cell
   */
  reveal(cell) {
    const { x, y } = this.middleOf(cell);
    const margin = 40;
    const { clientWidth, clientHeight } = this.box;
    if (x < margin || x > clientWidth - margin) {
      this.box.scrollLeft += x - clientWidth / 2;
    }
    if (y < margin || y > clientHeight - margin) {
      this.box.scrollTop += y - clientHeight / 2;
    }
    this.ask();
  }
}

/**
 * The tiles of a side that are numbered, innermost first: how long they are, and how many of them the next one has.
 * @param {import('./runs.js').Axis | null} axis
 */
function levelsOf(axis) {
  const lengths = (axis?.tiles ?? []).filter((length) => length < (axis?.extent ?? 0)).slice(0, MOST_LEVELS);
  return lengths.map((length, index) => ({ length, each: (lengths[index + 1] ?? Number.POSITIVE_INFINITY) / length }));
}

/**
 * Each tile that is seen, with the middle of what is seen of it; none where they are too small for a number.
 * @param {number} first
 * @param {number} last
 * @param {number} length
 * @param {number} cell
 * @param {number} start
 * @param {number} least
 * @param {number} most
 * @param {(number: number, middle: number) => void} each
 */
function eachTile(first, last, length, cell, start, least, most, each) {
  if (length * cell < 12) {
    return;
  }
  for (let tile = Math.floor(first / length); tile * length < last; tile += 1) {
    const from = Math.max(least, start + tile * length * cell);
    const to = Math.min(most, start + (tile + 1) * length * cell);
    if (to - from > 8) {
      each(tile, (from + to) / 2);
    }
  }
}

/** @param {Map<number, number>} sizes */
function starts(sizes) {
  /** @type {Map<number, number>} */
  const at = new Map();
  let end = 0;
  for (const key of [...sizes.keys()].sort((one, other) => one - other)) {
    at.set(key, end === 0 ? 0 : end + GAP);
    end = (at.get(key) ?? 0) + (sizes.get(key) ?? 0);
  }
  return { at, end };
}

/** @type {WeakMap<Panel, number>} */
const LENGTHS = new WeakMap();

/**
 * The longest text of a cell, in characters of its longer line.
 * @param {Panel} panel
 */
function longestOf(panel) {
  const known = LENGTHS.get(panel);
  if (known !== undefined) {
    return known;
  }
  let longest = 1;
  for (let place = 0; place < panel.tones.length; place += 1) {
    const [upper, lower] = panel.lines(place);
    longest = Math.max(longest, upper.length, lower.length);
  }
  LENGTHS.set(panel, longest);
  return longest;
}

/**
 * How many rows or columns apart numbers stand, so that they do not touch.
 * @param {number} needed
 * @param {number} size
 */
function stepOf(needed, size) {
  return [1, 2, 4, 8, 16, 32, 64, 128, 256].find((step) => step * size >= needed) ?? 512;
}

/**
 * @param {number} place
 * @param {number} most
 */
function within(place, most) {
  return Math.min(most, Math.max(0, Math.floor(place)));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} marks
 * @param {ReturnType<typeof inkOf>} ink
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function drawMarks(context, marks, ink, left, top, width, height) {
  if (marks & MARK.conflict) {
    const corner = Math.min(width, height) * 0.42;
    context.fillStyle = ink.alarm;
    context.beginPath();
    context.moveTo(left + width, top);
    context.lineTo(left + width - corner, top);
    context.lineTo(left + width, top + corner);
    context.fill();
  }
  if (marks & (MARK.shared | MARK.unused | MARK.chosen)) {
    context.lineWidth = marks & MARK.chosen ? 2.5 : 1.5;
    context.strokeStyle = marks & MARK.unused ? ink.label : marks & MARK.shared ? ink.alarm : ink.text;
    context.setLineDash(marks & MARK.unused ? [3, 3] : []);
    context.strokeRect(left + 2, top + 2, width - 4, height - 4);
    context.setLineDash([]);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {string} label
 * @param {ReturnType<typeof inkOf>} ink
 */
function drawArrow(context, from, to, label, ink) {
  const [[x0, y0], [x1, y1]] = [from, to];
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [ux, uy] = [dx / length, dy / length];
  // Bent, so that it does not lie over what stands between its ends.
  const bend = Math.min(24, length * 0.18);
  const [cx, cy] = [(x0 + x1) / 2 + uy * bend, (y0 + y1) / 2 - ux * bend];
  const head = Math.max(1, Math.hypot(x1 - cx, y1 - cy));
  const [hx, hy] = [((x1 - cx) / head) * 6, ((y1 - cy) / head) * 6];
  context.beginPath();
  context.moveTo(x0, y0);
  context.quadraticCurveTo(cx, cy, x1 - hx, y1 - hy);
  context.stroke();
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x1 - hx * 1.4 - hy * 0.6, y1 - hy * 1.4 + hx * 0.6);
  context.lineTo(x1 - hx * 1.4 + hy * 0.6, y1 - hy * 1.4 - hx * 0.6);
  context.fill();
  context.font = `600 11px ${ink.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const width = context.measureText(label).width + 6;
  // Beside the line, on its outer side.
  const [middleX, middleY] = [(x0 + 2 * cx + x1) / 4 + uy * 10, (y0 + 2 * cy + y1) / 4 - ux * 9];
  context.globalAlpha = 1;
  context.fillStyle = ink.ground;
  context.fillRect(middleX - width / 2, middleY - 8, width, 16);
  context.fillStyle = ink.accent;
  context.fillText(label, middleX, middleY + 0.5);
}

/** @param {HTMLElement} element */
function inkOf(element) {
  const style = getComputedStyle(element);
  /** @type {(name: string, otherwise: string) => string} */
  const of = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  return {
    ground: of('--ground', '#ffffff'),
    text: of('--cell-text', '#000000'),
    label: of('--faint', '#666666'),
    line: of('--cell-text', '#000000'),
    accent: of('--accent', '#1f4fa3'),
    alarm: of('--alarm', '#c00020'),
    font: of('--mono', 'monospace'),
    sans: of('--sans', 'sans-serif'),
    isStrong: themeOf() === 'high-contrast',
  };
}

/** @type {Map<string, [number, number, number]>} */
const BYTES = new Map();

/**
 * A colour as bytes, whatever it is written as.
 * @param {string} colour
 * @returns {[number, number, number]}
 */
function bytesOf(colour) {
  const known = BYTES.get(colour);
  if (known !== undefined) {
    return known;
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  /** @type {[number, number, number]} */
  let bytes = [255, 255, 255];
  if (context !== null) {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const { data } = context.getImageData(0, 0, 1, 1);
    bytes = [data[0] ?? 255, data[1] ?? 255, data[2] ?? 255];
  }
  BYTES.set(colour, bytes);
  return bytes;
}

/**
 * What the page is looked at on: as the editor says, else as the system says.
 * @returns {'light' | 'dark' | 'high-contrast'}
 */
export function themeOf() {
  const said = document.body.dataset['vscodeThemeKind'] ?? '';
  if (said !== '') {
    if (said === 'vscode-high-contrast') {
      return 'high-contrast';
    }
    return said === 'vscode-dark' ? 'dark' : 'light';
  }
  if (matchMedia('(forced-colors: active)').matches || matchMedia('(prefers-contrast: more)').matches) {
    return 'high-contrast';
  }
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
