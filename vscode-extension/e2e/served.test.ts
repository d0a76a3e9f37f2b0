/** The bench in a browser, as `layoutlens view` serves it: in many windows, and of a layout that is larger than any of them. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { type Browser, type BrowserContext, chromium as playwright, type Page } from 'playwright-core';
import { binary, chromium, screenshots } from './environment.ts';
import { LIMIT_MS, until } from './waiting.ts';

/** More than the connections that a browser opens to one address. */
const WINDOWS = 9;

let folder: string;
let file: string;
let program: ChildProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layoutlens-served-'));
  file = join(folder, 'layouts.cu');
  await writeFile(file, '// cute: let A = (4,8):(8,1)\n');
  program = spawn(binary, ['view', `${file}:1`, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout as NodeJS.ReadableStream });
  const url = await new Promise<string>((resolve) => lines.once('line', resolve));
  browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  context.setDefaultTimeout(LIMIT_MS);
  page = await context.newPage();
  await page.goto(url);
  await titled(page, 'A = (4,8):(8,1)');
});
after(async () => {
  await browser?.close();
  program?.kill();
  await rm(folder, { recursive: true, force: true });
});

function titled(shown: Page, title: string): Promise<unknown> {
  const there = (): Promise<string> => shown.locator('h1').innerText();
  return until(title, async () => (await there()) === title, there);
}

async function type(expression: string): Promise<void> {
  await page.locator('#expression').fill(expression);
  await page.locator('#expression').press('Enter');
  // What may follow is not in the way of what comes.
  await page.locator('#completions').waitFor({ state: 'hidden' });
}

async function screenshot(name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

test('more windows than a browser has connections are all live, and go on when one of them is closed', async () => {
  const windows = [page];
  while (windows.length < WINDOWS) {
    // What is opened from a page has what that keeps, the token among it.
    const [opened] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open('/'))]);
    windows.push(opened);
    await titled(opened, 'A = (4,8):(8,1)');
  }
  await writeFile(file, '// cute: let A = (4,8):(16,1)\n');
  for (const shown of windows) {
    await titled(shown, 'A = (4,8):(16,1)');
  }
  // Whoever listened for all is among those that are closed.
  for (const shown of windows.splice(1, 4)) {
    await shown.close();
  }
  await page.reload();
  await titled(page, 'A = (4,8):(16,1)');
  await writeFile(file, '// cute: let A = (2,8):(16,1)\n');
  for (const shown of windows) {
    await titled(shown, 'A = (2,8):(16,1)');
  }
  for (const shown of windows.slice(1)) {
    await shown.close();
  }
});

test('panning 512x512 draws what is seen and nothing else', async () => {
  await type('(512,512):(512,1)');
  await titled(page, '(512,512):(512,1)');
  await page.locator('[data-zoom="one"]').click();
  const canvas = page.locator('.frame canvas');
  await until('numbers', async () => Number(await canvas.getAttribute('data-written')) > 0);
  await page.evaluate(() => {
    const counts = { texts: 0, cells: 0, images: 0 };
    Object.assign(window, { counts });
    const { fillText, drawImage, createImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...all) {
      counts.texts += 1;
      fillText.apply(this, all);
    };
    CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...all: unknown[]) {
      counts.cells += Number(all[3]) * Number(all[4]);
      (drawImage as (...given: unknown[]) => void).apply(this, all);
    } as typeof drawImage;
    CanvasRenderingContext2D.prototype.createImageData = function (this: CanvasRenderingContext2D, ...all: unknown[]) {
      counts.images += 1;
      return (createImageData as (...given: unknown[]) => ImageData).apply(this, all);
    } as typeof createImageData;
  });
  const drawn = await page.evaluate(async () => {
    const { counts } = window as unknown as { counts: { texts: number; cells: number; images: number } };
    const box = document.querySelector('.picture') as HTMLElement;
    const frames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const all = [];
    for (let step = 1; step <= 20; step += 1) {
      Object.assign(counts, { texts: 0, cells: 0, images: 0 });
      box.scrollLeft = step * 190;
      box.scrollTop = step * 130;
      await frames();
      all.push({ ...counts });
    }
    return { all, width: box.clientWidth, height: box.clientHeight };
  });
  // A cell is at least 26 pixels high and wide at full size; those at the edges are seen in part.
  const seen = (Math.ceil(drawn.width / 26) + 2) * (Math.ceil(drawn.height / 26) + 2);
  for (const { texts, cells, images } of drawn.all) {
    assert.ok(cells > 0 && cells <= seen, `${cells} cells are drawn, ${seen} are seen at most`);
    // Each seen cell has a number, and rows and columns have theirs.
    assert.ok(texts > 0 && texts <= 2 * seen, `${texts} texts`);
    assert.equal(images, 0, 'the picture of all cells is made once');
  }
  await screenshot('served 512x512');
});

test('the bench is drawn on light and on dark ground', async () => {
  for (const [name, expression, kind] of [
    ['mma', 'SM80_16x8x16_F32F16F16F32_TN', 'mma'],
    ['conflicts', 'bank_conflicts((8,4):(64,8), f16, 8)', 'conflicts'],
    ['swizzle', 'Sw<3,3,3> o 0 o (8,64):(64,1)', 'swizzle'],
    ['strides', '((2,2),(4,2)):((1,8),(2,16))', 'strides'],
    ['tiles', 'zipped_divide((8,16):(20,1), <4:1,8:2>)', 'tiles'],
    ['ownership', 'thread_values(((16,16),(4,2,4,2)):((4,512),(1,64,128,8192)), (128,128))', 'threads'],
    ['tensor memory', 'SM100_TMEM_LOAD_16dp256b1x', 'threads'],
  ] as const) {
    await type(expression);
    await page.locator(`#kind-${kind}`).click();
    await page.locator(`#kind-${kind}[aria-pressed="true"]`).waitFor();
    const grounds = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // A change and its reverse may come to a page as none, so what is waited for is what is drawn, and no question.
      await page.locator(`.frame canvas[data-theme="${colorScheme}"]`).waitFor();
      await screenshot(`served ${name} ${colorScheme}`);
      grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    }
    assert.notEqual(grounds[0], grounds[1]);
  }
});
