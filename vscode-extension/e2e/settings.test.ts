/** The settings, changed while the editor runs. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { binary, driverVsix, vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

let server: CodeServer;
let editor: Workbench;
let folder: string;
/** What the server of another version was told. */
let heard: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layoutlens-other-version-'));
  heard = join(folder, 'heard');
  const otherVersion = join(folder, 'layoutlens');
  await writeFile(
    otherVersion,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo layoutlens 9.9.9; else tee -a '${heard}' | '${binary}' "$@"; fi\n`,
    { mode: 0o755 },
  );
  server = await startCodeServer({
    extensions: [vsix, driverVsix],
    environment: { LAYOUTLENS_OTHER_VERSION: otherVersion },
  });
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
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
  await until('the lens', async () => (await editor.lenses()).includes('emulate'));
});

test('a setting counts without a new start, and what is not set is for layoutlens.toml to say', async () => {
  const hasGridLens = async () => (await editor.lenses()).includes('open grid');
  assert.ok(!(await hasGridLens()), 'no lens above `show` unless it is wanted');
  await editor.runCommand('Test: Lenses above Show On');
  await until('lenses above `show`', hasGridLens);
  await editor.runCommand('Test: Lenses above Show as by Default');
  await until('none again', async () => !(await hasGridLens()));
  await writeFile(join(server.workspace, 'layoutlens.toml'), 'lens.show = true\n');
  await until('lenses above `show`', hasGridLens);
  await editor.runCommand('Test: Lenses above Show Off');
  await until('none, for the editor counts before the file', async () => !(await hasGridLens()));
  await rm(join(server.workspace, 'layoutlens.toml'));
  await editor.runCommand('Test: Lenses above Show as by Default');
});

async function message(part: string): Promise<string> {
  return until(`a message with ${part}`, async () => {
    const shown = await editor.notifications();
    return shown.includes(part) ? shown : undefined;
  });
}

test('a wrong server path is named in a message that offers the settings', async () => {
  await editor.runCommand('Test: Wrong Server Path');
  const shown = await message('/gone/layoutlens');
  assert.match(shown, /there is no program at "\/gone\/layoutlens" \(setting layoutlens\.server\.path\)/);
  assert.match(shown, /Open Settings/);
});

test('a server of another version is started, and a message names both versions', async () => {
  await editor.runCommand('Test: Server of Another Version');
  assert.match(await message('9.9.9'), /is version 9\.9\.9, the extension is \d+\.\d+\.\d+/);
  await until('the hint', hintsShown);
});

test('trace.server has what goes between the editor and the server logged', async () => {
  // Without native modules the output stays empty: that the client traces is what it tells the server.
  const told = async () => [...(await readFile(heard, 'utf8')).matchAll(/"method":"\$\/setTrace","params":\{"value":"(\w+)"/g)].map(([, value]) => value);
  assert.ok(!(await told()).includes('messages'), 'nothing is traced unless it is wanted');
  await editor.runCommand('Test: Trace On');
  await until('the client to trace', async () => (await told()).at(-1) === 'messages');
  await editor.runCommand('Test: Trace as by Default');
  await until('the client to trace nothing', async () => (await told()).at(-1) === 'off');
});

test('clearing the path starts the server inside the extension again', async () => {
  await editor.runCommand('Notifications: Clear All Notifications');
  await editor.runCommand('Test: Default Server Path');
  await until('the hint', hintsShown);
  assert.equal(await editor.notifications(), '');
});
