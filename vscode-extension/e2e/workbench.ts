/** The editor in the browser, as a user's hands and eyes: open a file, point at text, read what appears. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium as playwright, errors, type Frame, type Locator, type Page } from 'playwright-core';
import { chromium, screenshots } from './environment.ts';
import { LIMIT_MS, until } from './waiting.ts';

const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Time of one try. */
const TRY_MS = 2_000;

/** Time in which a list that was opened takes what is typed; a cold one searches the folder first. */
const LIST_MS = 20_000;

/** Time in which a bench opens behind its key, once the server runs. */
const BENCH_MS = 10_000;

const BETWEEN_LOOKS_MS = 50;

/** A hint as it is drawn. */
export interface DrawnHint {
  /** From 1. */
  readonly line: number;
  /** How many characters of the source stand before it. */
  readonly column: number;
  readonly text: string;
  /** Whether all of it lies in what the editor shows. */
  readonly isOnScreen: boolean;
}

export class Workbench {
  readonly page: Page;
  private readonly context: BrowserContext;
  private readonly profile: string;

  private constructor(page: Page, context: BrowserContext, profile: string) {
    this.page = page;
    this.context = context;
    this.profile = profile;
  }

  static async open(url: string): Promise<Workbench> {
    const profile = await mkdtemp(join(tmpdir(), 'layoutlens-chromium-'));
    const context = await playwright.launchPersistentContext(profile, {
      executablePath: chromium,
      headless: true,
      viewport: { width: 1280, height: 800 },
      args: QUIET_FLAGS,
    });
    context.setDefaultTimeout(LIMIT_MS);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(url);
    await page.waitForSelector('.monaco-workbench .explorer-folders-view .monaco-list-row');
    return new Workbench(page, context, profile);
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Opens a file of the workspace through Quick Open. */
  async openFile(path: string): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const tab = this.page.locator(`.tab.active[data-resource-name="${name}"]`);
    await until(`${path} to open`, async () => {
      await this.pick('Control+p', path, name);
      return appears(tab);
    });
    await this.page.locator('.editor-instance .view-line').first().waitFor();
  }

  /** Opens a notebook of the workspace through Quick Open. */
  async openNotebook(path: string): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    await until(`${path} to open`, async () => {
      await this.pick('Control+p', path, name);
      return appears(this.page.locator('.notebookOverlay .cell .view-line').first());
    });
  }

  /** What stands in the cells of the notebook on the screen, hints among it. */
  async cellTexts(): Promise<string[]> {
    const lines = await this.page.locator('.notebookOverlay .cell .view-line').allInnerTexts();
    return lines.map(plain);
  }

  async runCommand(title: string): Promise<void> {
    await this.pick('F1', `>${title}`, title);
  }

  /** Types into the list that `key` opens and takes the entry with `label`. */
  private async pick(key: string, typed: string, label: string): Promise<void> {
    await this.enterIntoList(key, typed, this.list.locator('.monaco-list-row.focused', { hasText: label }));
  }

  private get list(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  /**
   * Opens the list with `key`, types, and presses Enter when `ready` is there. The list closes when the focus goes
   * elsewhere, at any time: it is opened again until all of it was there at once.
   */
  private async enterIntoList(key: string, typed: string, ready?: Locator): Promise<void> {
    const input = this.list.locator('input').first();
    await until(`the list of ${key} to take "${typed}"`, async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press(key);
      return inTime(async () => {
        await input.fill(typed, { timeout: LIST_MS });
        await ready?.waitFor({ timeout: LIST_MS });
        await input.press('Enter', { timeout: LIST_MS });
      });
    });
    await this.list.waitFor({ state: 'hidden' });
  }

  /** Points at `text` in the active editor until a hover that says `expected` is there, and returns its text. */
  async hover(text: string, expected: string): Promise<string> {
    return this.hoverWith(text, expected, async (shown) => shown);
  }

  /**
   * What `look` sees in the picture of a hover over `text` that says `expected`. A hover may close at any time: it is
   * pointed at again until both were there at once.
   */
  async hoveredPicture<Seen>(text: string, expected: string, look: (image: HTMLImageElement) => Seen | undefined): Promise<NonNullable<Seen>> {
    const picture = this.page.locator('.monaco-hover:not(.hidden) img[src^="data:image"]').first();
    return this.hoverWith(text, expected, async () => {
      const seen = await picture.evaluate(look, undefined, { timeout: TRY_MS }).catch(() => undefined);
      return (seen as Seen | undefined) || undefined;
    });
  }

  /** Points at `text` until there is a hover that says `expected` and in which `look` finds something. */
  private async hoverWith<Seen>(text: string, expected: string, look: (shown: string) => Promise<Seen | undefined>): Promise<NonNullable<Seen>> {
    return until(`a hover over "${text}" that says "${expected}"`, async () => {
      const shown = await this.hoverText();
      const seen = shown?.includes(expected) ? await look(shown) : undefined;
      if (seen) {
        return seen;
      }
      const spot = await this.spotOf(text);
      if (spot !== undefined) {
        // The editor asks no second time for the place where the pointer already is.
        await this.page.mouse.move(1, 1);
        await this.page.mouse.move(spot.x - 1, spot.y);
        await this.page.mouse.move(spot.x + 1, spot.y);
        await appears(this.page.locator('.monaco-hover:not(.hidden) .hover-contents').first());
      }
      return undefined;
    }, async () => `a hover that says "${await this.hoverText()}"`);
  }

  async hoverText(): Promise<string | undefined> {
    const texts = await this.page.locator('.monaco-hover:not(.hidden) .hover-contents').allInnerTexts();
    return texts.length === 0 ? undefined : plain(texts.join('\n'));
  }

  /** Clicks on the first occurrence of `text` in the active editor. */
  async click(text: string, button: 'left' | 'right' = 'left'): Promise<void> {
    const spot = await until(`"${text}" on the screen`, () => this.spotOf(text));
    await this.page.mouse.click(spot.x + 1, spot.y, { button });
  }

  /** Takes the pointer away and waits until no hover is left. */
  async dismissHover(): Promise<void> {
    await this.page.mouse.move(1, 1);
    await until('the hover to close', async () => {
      await this.page.keyboard.press('Escape');
      return (await this.hoverText()) === undefined;
    });
  }

  /** Middle of the first visible occurrence of `text` inside one line of the active editor. */
  private spotOf(text: string): Promise<{ x: number; y: number } | undefined> {
    return this.page.evaluate((wanted) => {
      for (const line of document.querySelectorAll('.editor-instance .view-line')) {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        const pieces: { node: Node; start: number }[] = [];
        let whole = '';
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          pieces.push({ node, start: whole.length });
          whole += (node.nodeValue ?? '').replaceAll('\u00a0', ' ');
        }
        const at = whole.indexOf(wanted);
        const piece = pieces.findLast((candidate) => candidate.start <= at);
        if (at < 0 || piece === undefined) {
          continue;
        }
        const range = document.createRange();
        range.setStart(piece.node, at - piece.start);
        range.setEnd(piece.node, at - piece.start + 1);
        const box = range.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      return undefined;
    }, text);
  }

  /** What stands behind the source text of the line that ends with `source`: its inlay hint, or ''. */
  async hintBehind(source: string): Promise<string> {
    const lines = (await this.page.locator('.editor-instance .view-line').allInnerTexts()).map(plain);
    const line = lines.find((candidate) => candidate.includes(source)) ?? '';
    return line.slice(line.indexOf(source) + source.length).trim();
  }

  async goToLine(line: number): Promise<void> {
    await this.enterIntoList('Control+g', `:${line}`);
  }

  /** The lines of the active editor that are drawn, and the hints on them. */
  async drawnHints(): Promise<{ lines: number[]; hints: DrawnHint[] }> {
    return this.page.evaluate(() => {
      const editor = document.querySelector('.editor-group-container.active .editor-instance') as HTMLElement;
      const shown = (editor.querySelector('.lines-content')?.parentElement as HTMLElement).getBoundingClientRect();
      const numbers = new Map<string, number>();
      for (const margin of editor.querySelectorAll('.margin-view-overlays > div')) {
        const number = margin.querySelector('.line-numbers')?.textContent;
        if (number) {
          numbers.set((margin as HTMLElement).style.top, Number(number));
        }
      }
      const lines: number[] = [];
      const hints: { line: number; column: number; text: string; isOnScreen: boolean }[] = [];
      for (const drawn of editor.querySelectorAll('.view-lines > .view-line')) {
        const line = numbers.get((drawn as HTMLElement).style.top);
        const box = drawn.getBoundingClientRect();
        if (line === undefined || box.top < shown.top || box.bottom > shown.bottom) {
          continue;
        }
        lines.push(line);
        let column = 0;
        let hint: { text: string; right: number; column: number } | undefined;
        const finish = () => {
          const text = (hint?.text ?? '').replaceAll('\u00a0', ' ').trim();
          if (hint !== undefined && text !== '') {
            hints.push({ line, column: hint.column, text, isOnScreen: hint.right <= shown.right });
          }
          hint = undefined;
        };
        for (const span of drawn.querySelectorAll(':scope > span > span')) {
          const text = span.textContent ?? '';
          if (!/\bdyn-rule/.test(span.className)) {
            finish();
            column += text.length;
            continue;
          }
          hint ??= { text: '', right: 0, column };
          hint.text += text;
          hint.right = span.getBoundingClientRect().right;
        }
        finish();
      }
      return { lines, hints };
    });
  }

  /** The first line on the screen that holds `text`. */
  async lineWith(text: string): Promise<string | undefined> {
    const lines = (await this.page.locator('.editor-instance .view-line').allInnerTexts()).map(plain);
    return lines.find((line) => line.includes(text));
  }

  async lenses(): Promise<string[]> {
    return (await this.page.locator('.codelens-decoration a').allInnerTexts()).map(plain);
  }

  /** The text of all notifications on the screen. */
  async notifications(): Promise<string> {
    return plain((await this.page.locator('.notification-toast').allInnerTexts()).join('\n'));
  }

  /**
   * Opens the bench on `text` by its key, and returns it once `found` sees it. The key does nothing before the server
   * runs, and when the focus goes elsewhere behind the click: it is pressed until the bench is there.
   */
  async openBench(text: string, what: string, found: () => Promise<Frame | undefined>): Promise<Frame> {
    return until(what, async () => {
      await this.click(text);
      await this.page.keyboard.press('Control+Alt+g');
      const end = Date.now() + BENCH_MS;
      for (;;) {
        const frame = await found();
        if (frame !== undefined || Date.now() > end) {
          return frame;
        }
        await pause(BETWEEN_LOOKS_MS);
      }
    });
  }

  /** The page of a bench, once its title starts with `name` and it shows what is so now. */
  async bench(name: string): Promise<Frame> {
    return until(`the bench of ${name}`, () => this.benchOf(name));
  }

  /** The page of a bench whose title starts with `name` and that shows what is so now, when there is one. */
  async benchOf(name: string): Promise<Frame | undefined> {
    for (const frame of this.page.frames()) {
      const title = await frame
        .evaluate(() => (document.querySelector('main:not(.gone):not([aria-busy])') ? (document.querySelector('h1')?.textContent ?? '') : ''))
        .catch(() => '');
      if (frame !== this.page.mainFrame() && title.split(' ')[0] === name) {
        return frame;
      }
    }
    return undefined;
  }

  /** After a test that failed: what the screen showed. */
  async keepFailure(context: TestContext): Promise<void> {
    // Node sets `passed`, its type declarations do not know it yet.
    if ((context as TestContext & { passed?: boolean }).passed === false) {
      await this.screenshot(`failed ${context.name}`);
    }
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ animations: 'disabled', path: join(screenshots, `${name.replaceAll('/', ' ')}.png`) });
  }
}

/** Whether it is there within the time of one try. */
function appears(what: Locator): Promise<boolean> {
  return what.waitFor({ timeout: TRY_MS }).then(
    () => true,
    () => false,
  );
}

/** Whether `steps` came to their end before one of them ran out of its time. */
export async function inTime(steps: () => Promise<void>): Promise<boolean> {
  try {
    await steps();
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) {
      return false;
    }
    throw error;
  }
}

/** Monaco writes every space as a no-break space. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
