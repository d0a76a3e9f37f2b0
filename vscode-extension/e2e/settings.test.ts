/** The settings, changed while the editor runs. */
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

async function hintsShown(): Promise<boolean> {
  return (await editor.hintBehind('cute: show T')).includes('((2,4),(2,2)):((8,1),(16,4))');
}

test('switching hints and lenses off takes them away, and on brings them back', async () => {
  await editor.openFile('cuda/layouts.cu');
  await until('the hint', hintsShown);
  await editor.runCommand('Test: Hints and Lenses Off');
  await until('no hint', async () => !(await hintsShown()));
  await until('no lens', async () => (await editor.lenses()).length === 0);
  await editor.runCommand('Test: Hints and Lenses On');
  await until('the hint', hintsShown);
  await until('the lens', async () => (await editor.lenses()).includes('open grid'));
});

test('a wrong server path is named in a message that offers the settings', async () => {
  await editor.runCommand('Test: Wrong Server Path');
  const message = await until('the message', async () => {
    const shown = await editor.notifications();
    return shown.includes('/gone/layoutlens') ? shown : undefined;
  });
  assert.match(message, /there is no program at "\/gone\/layoutlens" \(setting layoutlens\.server\.path\)/);
  assert.match(message, /Open Settings/);
});

test('clearing the path starts the server inside the extension again', async () => {
  await editor.runCommand('Test: Default Server Path');
  await until('the hint', hintsShown);
});
