/** A folder that nobody trusts: LayoutLens works in it, but starts no program that the folder names. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

let server: CodeServer;
let editor: Workbench;
let ran: string;
let folder: string;
let ranForTheUser: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layoutlens-user-'));
  ranForTheUser = join(folder, 'ran');
  const refuses = `touch '${ranForTheUser}'; echo 'me@gpu-box: Permission denied (publickey).' >&2; exit 255`;
  server = await startCodeServer({
    extensions: [vsix],
    workspaceTrust: true,
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'always' },
    machineSettings: { 'layoutlens.run.command': ['/bin/sh', '-c', refuses] },
  });
  ran = join(server.workspace, 'ran');
  const program = join(server.workspace, 'layoutlens');
  await writeFile(program, `#!/bin/sh\ntouch '${ran}'\n`);
  await chmod(program, 0o755);
  await mkdir(join(server.workspace, '.vscode'));
  await writeFile(
    join(server.workspace, '.vscode', 'settings.json'),
    JSON.stringify({ 'layoutlens.server.path': program, 'layoutlens.run.command': [program] }),
  );
  await writeFile(join(server.workspace, 'run.cu'), '// cute: run copy (4,8):(8,1) -> (4,8):(1,4) : f32\n');
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the folder is in restricted mode', async () => {
  await editor.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
});

test('hovers work, from the server inside the extension', async () => {
  await editor.openFile('cuda/layouts.cu');
  assert.match(await editor.hover('let A', 'cosize'), /A = \(4,8\):\(8,1\)/);
});

test('a run on the GPU is started by the command of the user, not by that of the folder', async () => {
  await editor.openFile('run.cu');
  await editor.page.locator('.codelens-decoration a', { hasText: 'run on GPU' }).first().click();
  const shown = await until('the message of the run', async () => {
    const messages = await editor.notifications();
    return messages.includes('the worker') ? messages : undefined;
  });
  assert.match(shown, /did not let the worker's command in/);
  assert.equal(existsSync(ranForTheUser), true);
});

test('the program named by the folder was never started', () => {
  assert.equal(existsSync(ran), false);
});
