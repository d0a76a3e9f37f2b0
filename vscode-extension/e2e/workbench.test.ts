/** The extension in a real editor: what a person sees of it. Pictures for the README are taken here. */
import assert from 'node:assert/strict';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix], settings: { 'layoutlens.lens.show': true } });
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

test('hints, lenses and colours appear when a CUDA file is opened', async () => {
  await editor.openFile('cuda/layouts.cu');
  await editor.runCommand('View: Toggle Primary Side Bar Visibility');
  await until('a hint', async () => (await editor.hintBehind('cute: show T')).includes('((2,4),(2,2)):((8,1),(16,4))'));
  await until('the lens', async () => (await editor.lenses()).includes('open grid'));
  await editor.screenshot('hints');
});

test('a statement has other colours than the comment it stands in', async () => {
  const colours = await until('coloured statements', async () => {
    const found = await editor.page.evaluate(() => {
      const line = [...document.querySelectorAll('.editor-instance .view-line')].find((candidate) =>
        (candidate.textContent ?? '').includes('cute:'),
      );
      return [...(line?.querySelectorAll('span > span') ?? [])].map((span) => getComputedStyle(span).color);
    });
    return new Set(found).size >= 3 ? found : undefined;
  });
  assert.ok(new Set(colours).size >= 3, colours.join(' '));
});

test('the hover shows the facts and the grid as a picture', async () => {
  const text = await editor.hover('let A', 'cosize');
  assert.match(text, /A = \(4,8\):\(8,1\)/);
  assert.match(text, /size 32/);
  const [kind, width] = await editor.hoveredPicture('let A', 'cosize', (image) =>
    image.naturalWidth > 0 ? ([image.src.slice(0, 18), image.naturalWidth] as const) : undefined);
  assert.equal(kind, 'data:image/svg+xml');
  assert.ok(width > 0);
  await editor.screenshot('hover');
  await editor.dismissHover();
});

test('a kernel that nobody annotated shows the layout of each tensor', async () => {
  await editor.openFile('cuda/transpose.cu');
  await until('the hint of a partition', async () =>
    (await editor.hintBehind('load_slice.partition_S(gS);')).includes('((4,1),2,1):((1,0),16*n,0)'),
  );
  assert.match(await editor.hintBehind('Tensor sS = make_tensor(make_smem_ptr(storage), smem_layout);'), /Sw<3,2,3>/);
  const text = await editor.hover('tDsD', 'thread 0');
  assert.match(text, /\(\(1,1\),\(2,2,2\),1\):\(\(0,0\),\(8,16,36\),0\)/);
  await editor.dismissHover();
  await editor.screenshot('code');
});

test('a plain kernel shows what an access costs, and a fix mends it', async () => {
  await editor.openFile('cuda/plain.cu');
  await until('the hint of an access', async () => (await editor.hintBehind('= tile[threadIdx.x]')).includes('32 wavefronts for 1'));
  assert.match(await editor.hintBehind('float tile[32][32]'), /= \(32,32\):\(32,1\)/);
  const text = await editor.hover('tile[threadIdx.x]', '32 wavefronts for 1');
  assert.match(text, /if blockDim = \(32,8\)/);
  await editor.screenshot('plain hover');
  await editor.dismissHover();
  await editor.click('tile[threadIdx.x]');
  const fix = editor.page.locator('.action-widget .monaco-list-row.action', { hasText: 'pad the rows of `tile` by 1' }).first();
  await until('the fix', async () => {
    await editor.page.keyboard.press('Control+.');
    const isOffered = await fix.waitFor({ timeout: 5_000 }).then(() => true, () => false);
    await editor.screenshot('plain');
    await (isOffered ? fix.click() : editor.page.keyboard.press('Escape'));
    return isOffered;
  });
  await until('the padded rows', async () => (await editor.hintBehind('float tile[32][32 + 1]')).includes('(32,33):(33,1)'));
  assert.ok(!(await editor.hintBehind('= tile[threadIdx.x]')).includes('wavefronts'));
  await editor.page.keyboard.press('Control+z');
  await until('the text from before', async () => (await editor.lineWith('float tile[32][32]')) !== undefined);
});

test('a division that cannot work has a red squiggle, and the hover says why', async () => {
  await editor.openFile('broken/shape-divisibility.cu');
  await editor.page.locator('.editor-instance .squiggly-error').first().waitFor();
  const text = await editor.hover('6:1', 'shape-divisibility');
  assert.match(text, /mode 0|4/);
  await editor.screenshot('squiggle');
  await editor.dismissHover();
});

test('a Python docstring and Rust comments have hints too', async () => {
  await editor.openFile('python/elementwise.py');
  await until('a hint in Python', async () => (await editor.hintBehind('cute: show tile')).includes('((4,4),(8,32))'));
  await editor.openFile('rust/src/lib.rs');
  await until('a hint in Rust', async () => (await editor.hintBehind('cute: show plain')).includes('(32,32):(32,1)'));
});

test('the lens opens the bench, and the next layout comes into the same one', async () => {
  await editor.openFile('cuda/layouts.cu');
  const lenses = editor.page.locator('.codelens-decoration a', { hasText: 'open grid' });
  const hasBench = async (): Promise<boolean> => (await editor.page.locator('.tab', { hasText: 'Bench:' }).count()) > 0;
  // A lens that is drawn anew while it is clicked does nothing.
  await until('the bench of the lens', async () => {
    if (!(await hasBench())) {
      await lenses.first().click();
    }
    return hasBench();
  });
  const tiles = await editor.bench('T');
  await tiles.locator('#as-text summary').click();
  assert.match(await tiles.locator('pre.grid').innerText(), /7 │ 11 27 │ 15 31/);
  await tiles.locator('#as-text summary').click();

  await lenses.nth(1).click();
  const swizzled = await editor.bench('S');
  const canvas = swizzled.locator('.frame canvas');
  const width = async (): Promise<number> => swizzled.locator('.size').evaluate((size) => (size as HTMLElement).offsetWidth);
  const before = await width();
  await swizzled.locator('[data-zoom=in]').click();
  await until('a larger picture', async () => (await width()) > before);
  assert.ok(Number(await canvas.getAttribute('data-written')) > 0, 'cells have their numbers');
  assert.equal(await editor.page.locator('.tab', { hasText: 'Bench:' }).count(), 1);
  await swizzled.locator('[data-zoom=fit]').click();
  await until('the picture from before', async () => (await width()) <= before);
  await editor.screenshot('panel');
});

test('the context menu opens the bench on the layout under the pointer, and a key that under the cursor', async () => {
  // The panel may have the keys: a click gives them back.
  await editor.page.locator('.tab[data-resource-name="layouts.cu"]').first().click();
  await editor.openFile('cuda/layouts.cu');
  await editor.click('A = (4,8)', 'right');
  await editor.screenshot('context menu');
  const menu = editor.page.locator('.monaco-menu');
  await menu.locator('.action-label', { hasText: 'Open the Bench' }).click();
  // The bench follows the cursor and may show A already: what is clicked next lies where the menu still is.
  await menu.waitFor({ state: 'detached' });
  await editor.bench('A');
  await editor.openBench('S(1,0)', 'the bench of S', () => editor.benchOf('S'));
});
