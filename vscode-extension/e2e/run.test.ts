/** The lenses of a `run` statement in a real editor: progress, cancel, what came out, and the hover with its figures. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

/** As many multiplications as the emulator takes: seconds on any machine, and so long that a hand can cancel it. */
const LONG = 'run gemm (1600,1600):(1,1600), (1600,1600):(1,1600) -> (1600,1600):(1,1600) : f32';

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix] });
  const source = [
    '// The transpose of a tile, column-major to row-major with padded rows.',
    '// cute: let columns = (64,64):(1,64)',
    '// cute: let rows = (64,64):(68,1)',
    '// cute: run copy columns -> rows : f32',
    'void transpose();',
    '',
    '// A product that takes its time.',
    `// cute: ${LONG}`,
    'void multiply();',
    '',
  ];
  await writeFile(join(server.workspace, 'cuda', 'run.cu'), source.join('\n'));
  editor = await Workbench.open(server.url);
  await editor.openFile('cuda/run.cu');
  await editor.runCommand('View: Toggle Primary Side Bar Visibility');
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

function lens(title: string, index: number) {
  return editor.page.locator('.codelens-decoration a', { hasText: title }).nth(index);
}

test('a run shows its progress, and its Cancel button ends it', async () => {
  const progress = editor.page.locator('.notification-toast', { hasText: 'gemm (1600,1600)' });
  await until('a run that was cancelled before it ended', async () => {
    const before = await editor.lenses();
    await lens('emulate', 1).click();
    const wasSeen = await progress.waitFor({ timeout: 20_000 }).then(() => true, () => false);
    if (!wasSeen) {
      return false;
    }
    await editor.screenshot('run-progress');
    const cancel = progress.getByRole('button', { name: 'Cancel' });
    const wasThere = await cancel.click({ timeout: 5_000 }).then(() => true, () => false);
    await progress.waitFor({ state: 'hidden' });
    // Its result would stand behind the lens; a machine that is faster than the hand gets another try.
    const after = await editor.lenses();
    return wasThere && !after.some((title, index) => title !== before[index]);
  });
});

test('the emulator checks every element, and the result stands behind the lens', async () => {
  await lens('emulate', 0).click();
  const title = await until('the result', async () => {
    const [first] = (await editor.lenses()).filter((candidate) => candidate.startsWith('emulate'));
    return first?.includes(': ') ? first : undefined;
  });
  assert.match(title, /^emulate: 0 of 4096 wrong on the CPU emulator/);
});

test('the hover over the statement shows what was counted beside what is predicted', async () => {
  await editor.runCommand('Notifications: Clear All Notifications');
  const text = await editor.hover('run copy', 'predicted');
  assert.match(text, /0 wrong/);
  assert.match(text, /sectors written/);
  await editor.screenshot('run');
  await editor.dismissHover();
});

test('an edit of a value makes the result stale', async () => {
  await editor.page.locator('.editor-instance .view-line', { hasText: 'let rows' }).click();
  await editor.page.keyboard.press('End');
  await editor.page.keyboard.press('ArrowLeft');
  await editor.page.keyboard.press('ArrowLeft');
  await editor.page.keyboard.press('ArrowLeft');
  await editor.page.keyboard.press('Backspace');
  await editor.page.keyboard.type('4');
  const title = await until('a stale result', async () =>
    (await editor.lenses()).find((candidate) => candidate.startsWith('emulate (stale')),
  );
  assert.match(title, /before the edit 0 of 4096 wrong/);
});

test('a lens opens the kernel, which cannot be edited', async () => {
  await until('the kernel of what is written now', async () => {
    await lens('kernel', 0).click();
    await editor.page.locator('.tab.active', { hasText: /kernel-[0-9a-f]+\.cu/ }).waitFor();
    const line = (text: string) => editor.page.locator('.editor-instance .view-line', { hasText: text }).first();
    await line('elements').waitFor();
    // A lens may still be that of the text between the two keys of the edit.
    if (await line('copy of 4096 elements').isVisible()) {
      return true;
    }
    await editor.runCommand('View: Close Editor');
    return undefined;
  });
  await editor.screenshot('kernel');
  await editor.page.locator('.editor-instance .view-line').first().click();
  await editor.page.keyboard.type('x');
  await editor.page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
});
