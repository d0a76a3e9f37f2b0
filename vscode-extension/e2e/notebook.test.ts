/** A notebook in the editor: its cells are one program, and what is shown of it stands in the cells. */
import assert from 'node:assert/strict';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix], settings: {} });
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

test('cells of a notebook show the layouts of the program that they are', async () => {
  await editor.openNotebook('python/layouts.ipynb');
  const shown = (source: string, hint: string): Promise<string> =>
    until(`${hint} behind ${source}`, async () =>
      (await editor.cellTexts()).find((text) => text.includes(source) && text.includes(hint)),
    );
  const made = await shown('make_layout', '= (8,4):(4,1)');
  assert.ok(made.indexOf('make_layout') < made.indexOf('= (8,4):(4,1)'), made);
  const divided = await shown('show zipped_divide', '= ((4,4),(2,1)):((4,1),(16,0))');
  assert.ok(divided.includes('cute:'), divided);
});
