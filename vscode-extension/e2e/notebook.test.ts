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
  const texts = await until('hints in the cells', async () => {
    const shown = await editor.cellTexts();
    return shown.some((line) => line.includes('= (8,4):(4,1)')) ? shown : undefined;
  });
  const line = (source: string): string => texts.find((text) => text.includes(source)) ?? '';
  assert.match(line('cute.make_layout'), /= \(8,4\):\(4,1\)$/);
  await until('the statement of the last cell', async () =>
    (await editor.cellTexts()).some((text) => text.includes('show zipped_divide') && text.includes('= ((4,4),(2,1))')),
  );
});
