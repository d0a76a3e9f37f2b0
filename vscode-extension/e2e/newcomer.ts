/** A newcomer's VS Code: the distributed .vsix in an empty editor, a stock kernel of CUTLASS, a mouse and a keyboard. */
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

const KERNEL = 'sgemm_sm80.cu';

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix] });
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

test('a stock kernel has hints', async () => {
  await editor.openFile(KERNEL);
  const status = editor.page.locator('.statusbar-item', { hasText: /[1-9]\d* layouts/ });
  await status.waitFor();
  await editor.runCommand('LayoutLens: Go to the Next Layout');
  await until('a hint', async () => (await editor.page.locator('.editor-instance .view-line').allInnerTexts()).some((line) => /=\s(Sw<|\()/.test(line.replaceAll('\u00a0', ' '))));
  await editor.screenshot('newcomer hints');
});

test('a stock kernel has a hover', async () => {
  await editor.runCommand('LayoutLens: Show What Is Known of the Next Layout');
  await until('the hover', async () => /size .*rank|coalesced/s.test((await editor.hoverText()) ?? ''));
  await editor.screenshot('newcomer hover');
  await editor.page.keyboard.press('Escape');
});

test('a finding has a fix', async () => {
  const { keyboard } = editor.page;
  await keyboard.press('Control+Home');
  await keyboard.type('\n\n');
  await keyboard.press('Control+Home');
  await keyboard.type('// cute: let Layout = (4,8):(1,4)');
  await keyboard.press('Escape');
  // A line that is begun with Enter in a comment goes on as one.
  await keyboard.press('ArrowDown');
  await keyboard.type('// cute: show Layot');
  await keyboard.press('Escape');
  await editor.page.locator('.editor-instance .squiggly-error').first().waitFor();
  const fix = editor.page.locator('.action-widget .monaco-list-row.action', { hasText: 'Layout' }).first();
  await until('the fix', async () => {
    await editor.page.keyboard.press('Control+.');
    return await fix.waitFor({ timeout: 5_000 }).then(() => true, () => false);
  });
  // Once: behind the fix there are other actions that name the layout.
  await fix.click();
  await until('the right name', async () => (await editor.lineWith('cute: show Layout')) !== undefined);
});

test('a copy is emulated', async () => {
  await editor.runCommand('LayoutLens: Insert a Statement and Emulate It');
  await until('the result', async () => (await editor.lenses()).some((lens) => lens.startsWith('emulate: 0 of 4096 wrong')));
  await editor.screenshot('newcomer run');
});
