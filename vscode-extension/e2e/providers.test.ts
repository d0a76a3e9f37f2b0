/** What the editor's own commands get from the extension, asked inside the extension host. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { driverVsix, vsix } from './environment.ts';
import { until } from './waiting.ts';
import { Workbench } from './workbench.ts';

interface Answer {
  readonly language: string;
  readonly hovers: Record<string, string>;
  readonly hints: string[];
  readonly lenses: { title?: string; command?: string }[];
  readonly diagnostics: { message: string; severity: string; code: string; source: string }[];
}

let server: CodeServer;
let editor: Workbench;
let folder: string;
let cuda: Answer, python: Answer, rust: Answer, broken: Answer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layoutlens-driver-'));
  const questions = join(folder, 'questions.json');
  const answers = join(folder, 'answers.json');
  server = await startCodeServer({
    extensions: [vsix, driverVsix],
    settings: { 'layoutlens.lens.show': true },
    environment: { LAYOUTLENS_QUESTIONS: questions, LAYOUTLENS_ANSWERS: answers },
  });
  await writeFile(
    questions,
    JSON.stringify([
      { file: join(server.workspace, 'cuda/layouts.cu'), hoverOver: ['A = (4,8)'] },
      { file: join(server.workspace, 'python/elementwise.py'), hoverOver: ['val = (4,8)'] },
      { file: join(server.workspace, 'rust/src/lib.rs'), hoverOver: ['padded = (32,32)'] },
      { file: join(server.workspace, 'broken/shape-divisibility.cu'), hoverOver: [], diagnostics: true },
    ]),
  );
  editor = await Workbench.open(server.url);
  await until('the answers of the driver extension', () => existsSync(answers));
  const result = JSON.parse(await readFile(answers, 'utf8'));
  assert.equal(result.error, undefined);
  [cuda, python, rust, broken] = result.files;
});
after(async () => {
  await editor?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('.cu files are cuda-cpp in VS Code', () => {
  assert.equal(cuda.language, 'cuda-cpp');
});

test('a hover stands in every language, with the value and a picture', () => {
  const expected: [Answer, string, string][] = [
    [cuda, 'A = (4,8)', 'A = (4,8):(8,1)'],
    [python, 'val = (4,8)', 'val = (4,8):(8,1)'],
    [rust, 'padded = (32,32)', 'padded = (32,32):(33,1)'],
  ];
  for (const [file, text, value] of expected) {
    const hover = file.hovers[text] ?? '';
    assert.ok(hover.includes(value), `${file.language}: ${hover.slice(0, 300)}`);
    assert.match(hover, /!\[[^\]]*\]\(data:image\/svg\+xml;base64,/, file.language);
    assert.ok(hover.length < 100_000, `${file.language}: VS Code would cut ${hover.length} characters`);
  }
});

test('hints stand in every language', () => {
  const expected: [Answer, string][] = [
    [cuda, '((2,4),(2,2)):((8,1),(16,4))'],
    [python, '((4,4),(8,32)):((1024,32),(128,1))'],
    [rust, '(32,32):(32,1)'],
  ];
  for (const [file, value] of expected) {
    assert.ok(file.hints.some((hint) => hint.includes(value)), `${file.language}: ${file.hints.join('; ')}`);
  }
});

test('show has a lens of the client, run has three of the server', () => {
  assert.deepEqual(new Set(cuda.lenses.map((lens) => lens.command)), new Set(['layoutlens.showGrid', 'layoutlens.runOnGpu', 'layoutlens.emulate', 'layoutlens.showKernel']));
});

test('diagnostics carry source, code and severity', () => {
  assert.ok(broken.diagnostics.some((found) => found.source === 'layoutlens' && found.code === 'shape-divisibility' && found.severity === 'Error'), JSON.stringify(broken.diagnostics));
});
