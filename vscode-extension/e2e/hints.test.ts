/**
 * Hints of stock kernels on a screen of 1440 pixels with a side panel open: counted as they are drawn.
 *
 * One kernel of C++ and one of Python; all ten where `LAYOUTLENS_ALL_KERNELS` is set.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { binary, corpora, vsix } from './environment.ts';
import { until } from './waiting.ts';
import { type DrawnHint, Workbench } from './workbench.ts';

const TUTORIAL = 'nvidia-cutlass/cutlass_library/source/examples/cute/tutorial';
const QUACK = 'quack-kernels/quack';
const FLASH = 'flash-attn-4/flash_attn';

/** Folders of the code bases that are copied, whole: kernels import what stands beside them. */
const FOLDERS = [TUTORIAL, QUACK];
const KERNELS = ['tutorial/sgemm_sm80.cu', 'quack/rmsnorm.py'];
if (process.env.LAYOUTLENS_ALL_KERNELS) {
  FOLDERS.push(FLASH);
  KERNELS.push(
    'tutorial/tiled_copy.cu',
    'tutorial/hopper/wgmma_sm90.cu',
    'tutorial/hopper/wgmma_tma_sm90.cu',
    'tutorial/blackwell/02_mma_tma_sm100.cu',
    'flash_attn/cute/flash_fwd.py',
    'quack/softmax.py',
    'quack/gemm_sm90.py',
    'quack/cross_entropy.py',
  );
}

/** The share of hints that are whole, or cut at their end with the shape whole. */
const LEAST_WHOLE = 0.95;
const LAST_COLUMN = 100;

let server: CodeServer;
let editor: Workbench;
/** How many hints the kernels have together, and how many of these are left out of their lines. */
const together = { hints: 0, leftOut: 0 };

before(async () => {
  server = await startCodeServer({ extensions: [vsix], settings: { 'editor.stickyScroll.enabled': false } });
  for (const folder of FOLDERS) {
    await cp(join(corpora, folder), join(server.workspace, basename(folder)), { recursive: true });
  }
  editor = await Workbench.open(server.url);
  await editor.page.setViewportSize({ width: 1440, height: 900 });
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

for (const kernel of KERNELS) {
  test(`the hints of ${kernel} are on the screen, with their shapes whole`, async (context) => {
    await editor.openFile(kernel);
    const wanted = await hintsByLine(join(server.workspace, kernel));
    const hints = await allHints(kernel, [...wanted.keys()]);
    const bad = hints.filter((hint) => !hint.isOnScreen || !hasWholeShape(hint.text));
    const far = hints.filter((hint) => hint.column > LAST_COLUMN);
    const list = (some: DrawnHint[]) => some.map((hint) => `${hint.line}:${hint.column} ${hint.text}`).join('\n');
    // Of several hints of a line those are left out whose shapes have no room: they are not on the screen either.
    const drawnOn = (line: number) => hints.filter((hint) => hint.line === line).length;
    const without = [...wanted].filter(([line, count]) => drawnOn(line) < count);
    const leftOut = without.reduce((sum, [line, count]) => sum + count - drawnOn(line), 0);
    const share = (hints.length - bad.length) / hints.length;
    together.hints += hints.length + leftOut;
    together.leftOut += leftOut + bad.length;
    context.diagnostic(`${hints.length} hints, ${bad.length} cut or off the screen; ${leftOut} more left out of lines ${without.map(([line]) => line).join(', ') || 'none'}`);
    assert.ok(hints.length > 0, 'no hints');
    assert.equal(list(far), '', `behind column ${LAST_COLUMN}`);
    assert.ok(share >= LEAST_WHOLE, `${bad.length} of ${hints.length} hints are cut or off the screen:\n${list(bad)}`);
  });
}

test('of all hints of these kernels hardly one is cut, off the screen or left out for want of room', (context) => {
  const share = 1 - together.leftOut / together.hints;
  context.diagnostic(`${together.hints} hints, ${together.leftOut} of them not whole: ${(100 * share).toFixed(1)} % are`);
  assert.ok(share >= LEAST_WHOLE, `${together.leftOut} of ${together.hints}`);
});

/** Every hint of the file, screen by screen. */
async function allHints(kernel: string, left: readonly number[]): Promise<DrawnHint[]> {
  const found = new Map<number, DrawnHint[]>();
  const isLeft = (line: number) => !found.has(line);
  for (let next = left.find(isLeft); next !== undefined; next = left.find(isLeft)) {
    const wanted = next;
    await editor.goToLine(wanted);
    await until(`the hints around line ${wanted} of ${kernel}`, async () => {
      const { lines, hints } = await editor.drawnHints();
      const here = left.filter((line) => lines.includes(line));
      const drawn = new Set(hints.map((hint) => hint.line));
      if (!here.includes(wanted) || !here.every((line) => drawn.has(line))) {
        return false;
      }
      for (const line of here) {
        found.set(line, hints.filter((hint) => hint.line === line));
      }
      return true;
    });
    await editor.screenshot(`hints of ${basename(kernel)} at ${wanted}`);
  }
  return [...found.values()].flat();
}

/** The lines for which the program itself has hints, from 1, and how many each has where room is no matter. */
async function hintsByLine(path: string): Promise<Map<number, number>> {
  const { stdout } = await promisify(execFile)(binary, ['inspect', path], { maxBuffer: 1 << 26 });
  const counts = stdout.split('\n').map((line, index): [number, number] => [index + 1, line.split('  » ').length - 1]);
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Whether a hint is not cut, or behind its shape: `= Sw<3,4,3> o … o (8,64):(6…`. */
function hasWholeShape(text: string): boolean {
  const layout = text.replaceAll('… o ', '');
  const cut = layout.indexOf('…');
  if (cut < 0) {
    return true;
  }
  const kept = layout.slice(0, cut);
  let depth = 0;
  for (const character of kept) {
    depth += '([<'.includes(character) ? 1 : ')]>'.includes(character) ? -1 : 0;
    if (character === ':' && depth === 0) {
      return true;
    }
  }
  return false;
}
