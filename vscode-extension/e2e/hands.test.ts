/** What a hand does with layouts in the editor: fixes, hints that become comments, lenses that bind, completion, names. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { vsix } from './environment.ts';
import { until } from './waiting.ts';
import { inTime, Workbench } from './workbench.ts';

/** A function that nothing calls: its layout rests on a type that nothing gives. */
const SUPPOSED = [
  'import cutlass',
  'import cutlass.cute as cute',
  '',
  '',
  '@cute.jit',
  'def f(dtype: type[cutlass.Numeric]):',
  '    row = cute.make_layout((8, 64 // dtype.width))',
  '    tile = cute.blocked_product(row, cute.make_layout((2, 2)))',
  '',
].join('\n');

/** A function that is called, and a statement that stands close together. */
const NAMED = [
  '#include <cute/tensor.hpp>',
  'using namespace cute;',
  '// cute: let rows=(8,4):(4,1)',
  '// cute: show rows',
  'void f() {',
  '  auto tall = make_layout(make_shape(Int<8>{}, Int<4>{}));',
  '  auto column = coalesce(tall);',
  '}',
  '',
].join('\n');

let server: CodeServer;
let editor: Workbench;

before(async () => {
  server = await startCodeServer({ extensions: [vsix] });
  await writeFile(join(server.workspace, 'python', 'supposed.py'), SUPPOSED);
  await writeFile(join(server.workspace, 'cuda', 'named.cu'), NAMED);
  editor = await Workbench.open(server.url);
});
afterEach((context) => editor?.keepFailure(context as TestContext));
after(async () => {
  await editor?.close();
  await server?.stop();
});

/** Takes the action whose title holds `title`, of those for where the cursor is. */
async function act(title: string, isDone: () => Promise<boolean>): Promise<void> {
  const action = editor.page.locator('.action-widget .monaco-list-row.action', { hasText: title }).first();
  await until(`${title} to be done`, async () => {
    await editor.page.keyboard.press('Control+.');
    const isOffered = await action.waitFor({ timeout: 5_000 }).then(() => true, () => false);
    if (isOffered) {
      await editor.screenshot('actions');
      await action.click();
    } else {
      await editor.page.keyboard.press('Escape');
    }
    return isOffered;
  });
  await until(title, isDone);
}

/** Whether a line on the screen holds `text`. */
async function isThere(text: string): Promise<boolean> {
  return (await editor.lineWith(text)) !== undefined;
}

/** The line and the column of the cursor. */
async function cursor(): Promise<string> {
  return editor.page.locator('.statusbar-item[id="status.editor.selection"]').innerText();
}

test('code action: a fix mends the statement, and one undo takes it back', async () => {
  await editor.openFile('broken/shape-divisibility.cu');
  await editor.page.locator('.editor-instance .squiggly-error').first().waitFor();
  await editor.click('6:1');
  await act('use 4', () => isThere('composition(A, 4:1)'));
  await editor.page.keyboard.press('Control+z');
  await until('the text from before', () => isThere('composition(A, 6:1)'));
});

test('a double click on a hint writes it as a comment, and one undo takes it back', async () => {
  await editor.openFile('cuda/named.cu');
  const hint = editor.page.locator('.editor-instance .view-line', { hasText: 'coalesce(tall);' }).locator('span[class*="dyn-rule"]', { hasText: '32:1' });
  await hint.first().waitFor();
  await editor.screenshot('hint before its double click');
  await hint.first().dblclick();
  // The hint stands before the comment.
  await until('the comment', async () => /coalesce\(tall\);.*\s\/\/ _32:_1$/.test((await editor.lineWith('coalesce(tall);')) ?? ''));
  await editor.screenshot('hint as a comment');
  await editor.page.keyboard.press('Control+z');
  await until('the text from before', async () => !((await editor.lineWith('coalesce(tall);')) ?? '').includes('//'));
});

test('a click on a hint with Ctrl leads to where its operand is declared', async () => {
  const hint = editor.page.locator('.editor-instance .view-line', { hasText: 'coalesce(tall);' }).locator('span[class*="dyn-rule"]', { hasText: '32:1' });
  await editor.click('auto column');
  await editor.dismissHover();
  const { keyboard, mouse } = editor.page;
  await keyboard.down('Control');
  await until('the declaration', async () => {
    const box = await hint.first().boundingBox();
    if (box === null) {
      return false;
    }
    // The place is asked for when the pointer comes with the key held down.
    await mouse.move(box.x + 5, box.y + 5);
    await mouse.move(box.x + 8, box.y + 8);
    await mouse.click(box.x + 8, box.y + 8);
    return (await cursor()).startsWith('Ln 6,');
  });
  await keyboard.up('Control');
});

test('the lens over a function binds what its values rest on', async () => {
  await editor.openFile('python/supposed.py');
  const lens = editor.page.locator('.codelens-decoration a', { hasText: /^bind / }).first();
  await lens.waitFor();
  await editor.screenshot('lens that binds');
  await lens.click();
  await until('the statement', () => isThere('# cute: with '));
  await until('no supposition', async () => !(await editor.lenses()).some((title) => title.startsWith('supposes')));
  await until('a certain value', async () => (await editor.hintBehind('make_layout((2, 2)))')) === '= ((8,2),(4,2)):((1,32),(8,64))');
  await editor.page.keyboard.press('Control+z');
  await until('the text from before', async () => !(await isThere('# cute: with ')));
});

test('completion offers operations, and signature help says what must hold', async () => {
  await editor.openFile('cuda/named.cu');
  const { keyboard } = editor.page;
  await editor.click('show rows');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.press('Home');
  await keyboard.press('Shift+End');
  await keyboard.type('// cute: show complem');
  // VS Code offers nothing in comments unless it is asked.
  await keyboard.press('Control+Space');
  await editor.page.locator('.suggest-widget .monaco-list-row', { hasText: 'complement' }).first().waitFor();
  await editor.screenshot('completion');
  await keyboard.press('Escape');
  await keyboard.type('ent(');
  const help = editor.page.locator('.parameter-hints-widget');
  await help.waitFor();
  await until('what must hold', async () => /requires/i.test(await help.innerText()));
  await editor.screenshot('signature help');
  await keyboard.press('Escape');
  await until('the text from before', async () => {
    await keyboard.press('Control+z');
    return !(await isThere('show complem'));
  });
});

test('definition and rename know the name that a statement binds', async () => {
  const { page } = editor;
  const { keyboard } = page;
  await editor.click('show rows');
  await keyboard.press('End');
  await keyboard.press('F12');
  await until('the name that is bound', async () => (await cursor()).startsWith('Ln 3,'));
  const name = page.locator('.rename-box input');
  await until('the box to take a new name', async () => {
    await keyboard.press('F2');
    return inTime(async () => {
      await name.fill('lines', { timeout: 20_000 });
      await name.press('Enter', { timeout: 20_000 });
    });
  });
  await until('the new name', async () => (await isThere('let lines')) && (await isThere('show lines')));
  await keyboard.press('Control+z');
  await until('the old name', () => isThere('show rows'));
});

test('a command gives statements their form, and leaves the code', async () => {
  await editor.runCommand('LayoutLens: Format the Statements of the File');
  await until('the form', () => isThere('// cute: let rows = (8,4):(4,1)'));
  await editor.page.keyboard.press('Control+z');
  await until('the text from before', () => isThere('// cute: let rows=(8,4):(4,1)'));
});
