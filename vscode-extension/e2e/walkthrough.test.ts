/** The walkthrough and the status item in a real editor, over a kernel that nobody annotated. */
import assert from 'node:assert/strict';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { driverVsix, vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix, driverVsix] });
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

/** The mark of a step that is done. */
const CHECKED = '.codicon-getting-started-step-checked, .codicon-walkthrough-step-checked, .complete';

function status() {
  return editor.page.locator('.statusbar-item[id="layoutlens.layoutlens.layoutlens.status"]');
}

/** Clicks a button of a step of the walkthrough; the step is done then. */
async function step(title: string, button: string): Promise<void> {
  const whole = editor.page.locator('.getting-started-step', { hasText: title });
  await whole.click();
  // The page is built anew when a command of it ends: a click on a place of the screen may meet what is no longer there.
  await whole.locator('.button-container a, button').filter({ hasText: button }).first().dispatchEvent('click');
  await whole.locator(CHECKED).first().waitFor();
}

/** What the screen says of a run. */
async function seen(): Promise<string> {
  const parts = [await editor.lineWith('cute: run copy'), (await editor.lenses()).join(', '), await editor.notifications()];
  return parts.map((part) => part ?? 'nothing').join('; ');
}

test('the status item counts the layouts and the findings of the file', async () => {
  await editor.openFile('broken/shape-divisibility.cu');
  await until('a finding', async () => /\d+ layouts?, [1-9]\d* findings?/.test(await status().innerText()));
  await editor.openFile('cuda/transpose.cu');
  const text = await until('layouts without findings', async () => {
    const shown = await status().innerText();
    return /^\s*[1-9]\d* layouts\s*$/.test(shown) ? shown : undefined;
  });
  assert.ok(Number.parseInt(text.trim(), 10) > 10, text);
  await editor.screenshot('status');
});

test('a click on the status item offers what can be done', async () => {
  await status().click();
  const list = editor.page.locator('.quick-input-widget');
  await list.locator('.monaco-list-row', { hasText: 'Restart server' }).waitFor();
  await list.locator('.monaco-list-row', { hasText: 'Get started' }).waitFor();
  await editor.screenshot('status menu');
  await editor.page.keyboard.press('Escape');
});

test('Get Started opens five steps', async () => {
  await editor.runCommand('LayoutLens: Get Started');
  await editor.page.locator('.getting-started-step').first().waitFor();
  assert.equal(await editor.page.locator('.getting-started-step').count(), 5);
  await editor.screenshot('walkthrough');
});

test('the first step is done once the server reads a kernel', async () => {
  await editor.page.locator('.getting-started-step', { hasText: 'Open a kernel' }).locator(CHECKED).first().waitFor();
});

test('the second step goes to a layout of the kernel', async () => {
  await step('Read its layouts', 'Go to the Next Layout');
  await editor.page.locator('.tab.active[data-resource-name="transpose.cu"]').waitFor();
  await editor.screenshot('walkthrough next layout');
});

test('the third step shows its hover', async () => {
  await step('See what is known of one', 'Show It for the Next Layout');
  await until('the hover', async () => /size .*rank|coalesced/s.test((await editor.hoverText()) ?? ''));
  await editor.screenshot('walkthrough hover');
});

test('the fourth step opens its bench', async () => {
  await step('Open its bench', 'Open the Bench');
  await until('a bench', async () => (await editor.page.locator('.tab', { hasText: 'Bench:' }).count()) === 1);
  await editor.screenshot('walkthrough grid');
});

test('the fifth step emulates a copy, and one undo takes its statement away', async () => {
  await step('Run a copy', 'Insert One and Emulate It');
  await until('the result', async () => (await editor.lenses()).some((lens) => lens.startsWith('emulate: 0 of 4096 wrong')), seen);
  await editor.screenshot('walkthrough run');
  await editor.page.locator('.tab[data-resource-name="transpose.cu"]').first().click();
  // A busy machine gives the editor its keys late: what is pressed before goes nowhere.
  await until(
    'no statement',
    async () => {
      await editor.page.keyboard.press('Control+z');
      return (await editor.lineWith('cute: run copy')) === undefined;
    },
    seen,
  );
});

test('the status item says where the last run ran', async () => {
  const label = await status().getAttribute('aria-label');
  assert.match(label ?? '', /Last run: on .*emulator/);
});

test('the example of the walkthrough has hints', async () => {
  await editor.runCommand('LayoutLens: Open an Example Kernel');
  await until('a hint', async () => (await editor.hintBehind('load_slice.partition_S(gS);')).includes('((4,1),2,1)'));
});
