/** The bench in a real editor: picked by hand, counted from the canvas, changed by edits. */
import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

const SOURCE = [
  '// cute: let owners = thread_values(((4,8),2):((16,1),8), (8,8))',
  '// cute: let rows = (8,4):(4,1)',
  '// cute: assert conflict_free((8,4):(64,8), f16, 8)',
  '// cute: let eight = (8,8):(8,1)',
  '// cute: let wide = (16,16):(16,1)',
  '// cute: let swizzled = Sw<3,3,3> o 0 o (8,64):(64,1)',
  '// cute: let unsized = (m,n):(1,m)',
  '',
].join('\n');

/** How long an edit may take until it is seen in the bench. */
const EDIT_BUDGET_MS = 100;
/** The smallest text of a picture that can be read. */
const LEGIBLE_PX = 9;

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix] });
  await writeFile(join(server.workspace, 'cuda', 'bench.cu'), SOURCE);
  await copyFile(join(server.workspace, 'broken', 'bank-conflict.cu'), join(server.workspace, 'cuda', 'conflict.cu'));
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

/** The bench of `name`, opened on a text of the editor with the cursor there. */
async function openOn(text: string, name: string): Promise<Frame> {
  // The panel may have the keys: a click gives them back.
  await editor.page.locator('.tab[data-resource-name="bench.cu"]').first().click();
  return editor.openBench(text, `the bench of ${name}`, () => editor.benchOf(name));
}

/** The bench whose verdict says `text`, when there is one. */
async function benchThatSays(text: string): Promise<Frame | undefined> {
  const says = async (frame: Frame): Promise<boolean> =>
    (await frame.locator('#verdict').allInnerTexts().catch(() => [])).some((verdict) => verdict.includes(text));
  const frames = await Promise.all(editor.page.frames().map(async (frame) => ({ frame, found: await says(frame) })));
  return frames.find(({ found }) => found)?.frame;
}

/** The cells of the first grid as they are on the canvas: the colour beside the text, and whether the cell has a frame. */
async function drawnCells(bench: Frame, height: number, width: number): Promise<{ colour: string; isFramed: boolean }[]> {
  return bench.evaluate(([rows, columns]) => {
    const canvas = document.querySelector('.frame canvas') as HTMLCanvasElement;
    const size = document.querySelector('.size') as HTMLElement;
    const ratio = canvas.width / canvas.clientWidth;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const probe = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    probe.fillStyle = getComputedStyle(document.body).getPropertyValue('--accent');
    probe.fillRect(0, 0, 1, 1);
    const accent = probe.getImageData(0, 0, 1, 1).data;
    // Of one grid without a title: numbers on the left and above, cells in the rest.
    const [left, top, right, bottom] = [17, 22, 6, 6];
    const cell = { width: (size.clientWidth - left - right) / columns, height: (size.clientHeight - top - bottom) / rows };
    const pixel = (x: number, y: number): Uint8ClampedArray => context.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data;
    return Array.from({ length: rows * columns }, (_, place) => {
      const x = left + (place % columns) * cell.width;
      const y = top + Math.floor(place / columns) * cell.height;
      const colour = [...pixel(x + cell.width * 0.15, y + cell.height * 0.82)].slice(0, 3).join(' ');
      const edge = pixel(x + 1, y + cell.height / 2);
      const distance = [0, 1, 2].reduce((sum, part) => sum + Math.abs((edge[part] ?? 0) - (accent[part] ?? 0)), 0);
      return { colour, isFramed: distance < 60 };
    });
  }, [height, width] as const);
}

test('a click on a cell picks its thread, whose cells stand out on the canvas', async () => {
  await editor.openFile('cuda/bench.cu');
  await editor.runCommand('View: Toggle Primary Side Bar Visibility');
  const bench = await openOn('owners =', 'owners');
  const framed = async (): Promise<number> => (await drawnCells(bench, 8, 8)).filter(({ isFramed }) => isFramed).length;
  await until('colours', async () => new Set((await drawnCells(bench, 8, 8)).map(({ colour }) => colour)).size > 8);
  const before = await drawnCells(bench, 8, 8);
  assert.equal(await framed(), 0);
  await bench.locator('.picture').click({ position: { x: 40, y: 40 } });
  await until('the thread', async () => (await bench.locator('#thread').inputValue()) === '0');
  await until('two cells', async () => (await framed()) === 2, () => framed().then(String));
  const after = await drawnCells(bench, 8, 8);
  const kept = after.filter(({ colour }, place) => colour === before[place]?.colour);
  assert.equal(kept.length, 2, 'the others are faint');
  assert.ok(kept.every(({ isFramed }) => isFramed));
  assert.equal(await bench.locator('.zoom-block li').count(), 2);
  assert.match((await bench.locator('.zoom-block').innerText()).replaceAll('\n', ' '), /V0 C\[0\]\[0\] · offset 0.*V1 C\[0\]\[1\] · offset 8/);
  await editor.screenshot('bench thread');
  // By number, and by the keyboard.
  await bench.locator('#thread-more').press('Enter');
  await until('the next thread', async () => (await bench.locator('#thread').inputValue()) === '1' && (await framed()) === 2);
  await bench.locator('#all-threads').click();
  await until('all cells again', async () => (await framed()) === 0);
});

test('an edit changes the bench, and what is gone is greyed with its reason', async () => {
  const bench = await openOn('rows =', 'rows');
  // Where in the line the click lands does not matter.
  await editor.click('rows =');
  await editor.page.keyboard.press('End');
  await editor.page.keyboard.press('ArrowLeft');
  await editor.page.keyboard.press('Backspace');
  await editor.page.keyboard.type('6');
  await until('the other layout', async () => (await bench.locator('h1').innerText()) === 'rows = (8,4):(4,6)', () => bench.locator('h1').innerText());
  await editor.page.keyboard.press('End');
  await editor.page.keyboard.press('Shift+Home');
  await editor.page.keyboard.press('Delete');
  await until('the reason', async () => (await bench.locator('.status').innerText()).includes('not in the document any more'));
  assert.ok(await bench.locator('main.gone').count());
  await editor.screenshot('bench gone');
  for (let step = 0; step < 6 && (await editor.lineWith('(8,4):(4,1)')) === undefined; step += 1) {
    await editor.page.keyboard.press('Control+z');
  }
  await until('what was there', async () => (await bench.locator('main.gone').count()) === 0);
});

/** A figure, not a verdict: what else the machine does counts too. */
test('how long an edit takes until it is seen in the bench', async (context) => {
  const bench = await openOn('rows =', 'rows');
  await editor.click('rows =');
  await editor.page.keyboard.press('End');
  await editor.page.evaluate(() => {
    document.addEventListener('keydown', (event) => Object.assign(window, { pressedAt: performance.timeOrigin + event.timeStamp }), true);
  });
  await bench.evaluate(() => {
    const drawn: { title: string; at: number }[] = [];
    Object.assign(window, { drawn });
    const note = (): void => void drawn.push({ title: document.querySelector('h1')?.textContent ?? '', at: performance.timeOrigin + performance.now() });
    new MutationObserver(note).observe(document.querySelector('.frame canvas') as Node, { attributes: true, attributeFilter: ['data-written'] });
  });
  const times: number[] = [];
  // The cursor stands behind `)`, and what is typed is the stride before it.
  await editor.page.keyboard.press('ArrowLeft');
  for (const digit of ['2', '3', '4', '5', '6', '7', '8', '9']) {
    await editor.page.keyboard.press('Shift+ArrowLeft');
    // The bench has followed the cursor.
    await pause(300);
    await editor.page.keyboard.press(digit);
    const title = `rows = (8,4):(4,${digit})`;
    const drawnAt = await until(title, () =>
      bench.evaluate((wanted) => (window as unknown as { drawn: { title: string; at: number }[] }).drawn.findLast((one) => one.title === wanted)?.at, title));
    const first = await bench.evaluate((wanted) => {
      const all = (window as unknown as { drawn: { title: string; at: number }[] }).drawn;
      return all.slice(all.findLastIndex((one) => one.title !== wanted) + 1)[0]?.at;
    }, title);
    const pressed = await editor.page.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt);
    times.push((first ?? drawnAt) - pressed);
  }
  await editor.page.keyboard.press('Shift+ArrowLeft');
  await editor.page.keyboard.press('1');
  await until('what was there', async () => (await bench.locator('h1').innerText()) === 'rows = (8,4):(4,1)');
  times.sort((one, other) => one - other);
  const [median, slowest] = [times[Math.floor(times.length / 2)] ?? Number.NaN, times.at(-1) ?? Number.NaN];
  assert.ok(times.every((time) => time > 0 && Number.isFinite(time)), times.join(' '));
  const ratio = (median / EDIT_BUDGET_MS).toFixed(2);
  context.diagnostic(`from a key to the picture in the bench: ${median.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms; ${ratio} of the budget of ${EDIT_BUDGET_MS} ms`);
});

test('text of a picture in a hover can be read, on light ground and on dark', async (context) => {
  await editor.page.locator('.tab[data-resource-name="bench.cu"]').first().click();
  const colours = new Set<string>();
  for (const theme of ['dark', 'light']) {
    const isLight = async () => (await editor.page.locator('.monaco-workbench.vs').count()) > 0;
    if ((await isLight()) !== (theme === 'light')) {
      // Toggled once: the editor changes behind the command, and a second toggle would take it back.
      await editor.runCommand('Preferences: Toggle between Light/Dark Themes');
      await until(`a ${theme} editor`, async () => (await isLight()) === (theme === 'light'));
    }
    for (const name of ['owners', 'rows', 'eight', 'wide', 'swizzled']) {
      const seen = await editor.hoveredPicture(`let ${name}`, 'size', (image) => {
        const { width, height } = image.getBoundingClientRect();
        if (image.naturalWidth === 0 || width === 0) {
          return undefined;
        }
        const [, kind, data] = /^data:image\/(svg\+xml|png);base64,(.*)$/.exec(image.src) ?? [];
        return { width, height, kind, source: kind === 'png' ? '' : atob(data ?? '') };
      });
      if (seen.kind !== 'svg+xml') {
        // Only what has no text is a PNG.
        continue;
      }
      const view = /viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"/.exec(seen.source);
      const size = /font-size="([0-9.]+)"/.exec(seen.source);
      assert.ok(view && size, seen.source.slice(0, 200));
      const scale = Math.min(seen.width / Number(view[1]), seen.height / Number(view[2]));
      const text = seen.source.includes('<text') ? Number(size[1]) * scale : undefined;
      context.diagnostic(`${name}, ${theme}: ${text === undefined ? 'colours alone' : `text of ${text.toFixed(1)} px`} in ${seen.width.toFixed(0)}x${seen.height.toFixed(0)}`);
      assert.ok(text === undefined || text >= LEGIBLE_PX - 0.05, `${name}, ${theme}: ${text} px`);
      if (name === 'eight') {
        assert.ok(text !== undefined, 'a grid of 8x8 has its numbers');
        colours.add(/<g fill="(#[0-9a-f]+)"><g transform[^>]*><text/.exec(seen.source)?.[1] ?? '');
        await editor.screenshot(`hover ${theme}`);
      }
      await editor.dismissHover();
    }
  }
  assert.equal(colours.size, 2, `text has another colour on each ground: ${[...colours]}`);
});

test('a layout with sizes of run time says why it has no picture, and offers nothing to do with one', async () => {
  const bench = await openOn('unsized', 'unsized');
  await until('the reason', async () => (await bench.locator('.legend').innerText()).includes('known at run time only'));
  for (const control of ['.zoom', '.exports [data-form="svg"]']) {
    assert.equal(await bench.locator(control).isVisible(), false, control);
  }
  await editor.screenshot('bench without a picture');
  const drawn = await openOn('swizzled', 'swizzled');
  await until('what a picture has', () => drawn.locator('.exports [data-form="svg"]').isVisible());
});

test('a bank conflict of a copy is shown by phases, a click fixes it in the source, and it is gone', async () => {
  await editor.openFile('cuda/conflict.cu');
  await until('the finding', async () => (await editor.hintBehind('copy(row, mine);')).includes('wavefronts'));
  const bench = await editor.openBench('copy(row, mine)', 'the conflict', () => benchThatSays('32 wavefronts, where 4 would do'));
  assert.equal(await bench.locator('#kind-conflicts').getAttribute('aria-pressed'), 'true');
  const phases = await bench.locator('.phases li').count();
  assert.equal(phases, 4, 'a phase for 8 lanes of 16 bytes');
  await bench.locator('#phase-more').click();
  await until('the second phase', async () => (await bench.locator('#phase').inputValue()) === '1');
  await bench.locator('.fix').first().waitFor();
  await editor.screenshot('bench conflict of a copy');
  await bench.locator('.fix', { hasText: 'pad s' }).first().click();
  await until('the fix in the source', async () => ((await editor.lineWith('make_smem_ptr')) ?? '').includes('Stride<Int<36>'));
  assert.match((await editor.lineWith('__shared__')) ?? '', /tile\[32 \* 36\]/);
  await until('no conflict', async () => !(await editor.hintBehind('copy(row, mine);')).includes('would do'));
  await until('the operands in the bench', async () => (await bench.locator('#kind-offsets').getAttribute('aria-pressed')) === 'true');
  await bench.locator('#kind-conflicts').click();
  await until('no conflict in the bench', async () => (await bench.locator('#verdict').innerText()).includes('No conflict'));
  await editor.screenshot('bench copy without conflict');
});

test('a bank conflict is shown, a click fixes it in the source, and it is gone', async () => {
  await editor.page.locator('.tab[data-resource-name="bench.cu"]').first().click();
  const bench = await editor.openBench('conflict_free', 'the conflict', () => benchThatSays('32 wavefronts, where 4 would do'));
  await bench.locator('#phase-more').click();
  await until('the second phase', async () => (await bench.locator('#phase').inputValue()) === '1');
  await editor.screenshot('bench conflict');
  await bench.locator('.fix', { hasText: 'swizzle with' }).first().click();
  await until('the fix in the source', async () => ((await editor.lineWith('conflict_free')) ?? '').includes('Sw<3,3,3>'));
  await until('no conflict', async () => (await bench.locator('#verdict').innerText()).includes('No conflict'));
  await editor.screenshot('bench without conflict');
});

test('an expression is evaluated while it is typed, with what may follow', async () => {
  const bench = await until('a bench', async () => {
    const frames = await Promise.all(editor.page.frames().map(async (frame) => ({ frame, found: await frame.locator('#expression').count().catch(() => 0) })));
    return frames.find(({ found }) => found > 0)?.frame;
  });
  await bench.locator('#expression').fill('');
  await bench.locator('#expression').pressSequentially('coal');
  await bench.locator('#completions li', { hasText: 'coalesce' }).first().waitFor();
  await bench.locator('#expression').press('Tab');
  await bench.locator('#expression').pressSequentially('((2,4):(1,2))');
  await until('the value', async () => (await bench.locator('h1').innerText()) === '8:1');
});

test('a bench is there again when the window is reloaded', async () => {
  // By the command, behind which the window keeps what it is to remember.
  const loaded = editor.page.waitForEvent('load');
  await editor.runCommand('Developer: Reload Window').catch(() => undefined);
  await loaded;
  const bench = await editor.bench('8:1');
  assert.equal(await bench.locator('#expression').inputValue(), 'coalesce((2,4):(1,2))');
});
