/** When the server starts: with the first document that names CuTe, and not before. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix] });
  // A workspace of someone who does not write kernels.
  for (const folder of ['cuda', 'broken', 'python', 'rust']) {
    await rm(join(server.workspace, folder), { recursive: true, force: true });
  }
  await mkdir(join(server.workspace, 'plain'));
  await writeFile(join(server.workspace, 'plain', 'plain.py'), 'print("nothing to read here")\n');
  await writeFile(join(server.workspace, 'plain', 'kernel.py'), 'import cutlass.cute as cute\n\n\ndef tile():\n    layout = cute.make_layout((4, 8))\n    return cute.zipped_divide(layout, (2, 4))\n');
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

function status() {
  return editor.page.locator('.statusbar-item[id="layoutlens.layoutlens.layoutlens.status"]');
}

test('a Python file that names no CuTe starts no server', async () => {
  await editor.openFile('plain/plain.py');
  // The extension is there, and could have started it.
  await editor.runCommand('LayoutLens: Get Started');
  await editor.page.locator('.getting-started-step').first().waitFor();
  await editor.openFile('plain/plain.py');
  assert.equal(await status().count(), 0);
});

test('one that does starts it', async () => {
  await editor.openFile('plain/kernel.py');
  await until('the status item', async () => (await status().count()) === 1 && /layouts?/.test(await status().innerText()));
});

test('what the server says unasked is no toast', async () => {
  await writeFile(join(server.workspace, 'layoutlens.toml'), 'hints.tupels = true\n');
  await until('the status item to say it', async () => ((await status().getAttribute('aria-label')) ?? '').includes('the nearest is `hints.tuples`'));
  assert.equal(await editor.notifications(), '');
});
