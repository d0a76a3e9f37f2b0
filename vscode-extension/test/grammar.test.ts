/** The injected TextMate grammar, run by the engine of VS Code over small host grammars. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate') as typeof import('vscode-textmate');
const oniguruma = require('vscode-oniguruma') as typeof import('vscode-oniguruma');

const INJECTED = 'comment.cute-statement';
const host = {
  scopeName: 'source.host',
  patterns: [
    { name: 'comment.line.double-slash.cpp', begin: '//', end: '$' },
    { name: 'comment.block.cpp', begin: '/\\*', end: '\\*/' },
    { name: 'comment.line.number-sign.python', begin: '#', end: '$' },
    { name: 'string.quoted.docstring.multi.python', begin: '"""', end: '"""' },
    { name: 'string.quoted.double.cpp', begin: '"', end: '"' },
  ],
  repository: {},
};

const wasm = await readFile(require.resolve('vscode-oniguruma/release/onig.wasm'));
await oniguruma.loadWASM(wasm);
const injected = await readFile(new URL('../syntaxes/cute-statement.tmLanguage.json', import.meta.url), 'utf8');
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) =>
    parseRawGrammar(scope === INJECTED ? injected : JSON.stringify(host), `${scope}.json`),
  getInjections: (scope) => (scope === 'source.host' ? [INJECTED] : undefined),
});
const grammar = await registry.loadGrammar('source.host');

/** Every piece of the last line that the injected grammar named, with the innermost name. */
function coloured(...lines: string[]): [string, string][] {
  assert.ok(grammar);
  let state = INITIAL;
  let pieces: [string, string][] = [];
  for (const line of lines) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    pieces = result.tokens.flatMap((token): [string, string][] => {
      const scope = token.scopes.at(-1) ?? '';
      const text = line.slice(token.startIndex, token.endIndex).trim();
      return scope.endsWith('.cute') && !scope.startsWith('meta.') && text !== '' ? [[text, scope]] : [];
    });
  }
  return pieces;
}

const let_a = [
  ['cute:', 'keyword.other.cute'],
  ['let', 'keyword.control.cute'],
  ['A', 'variable.other.cute'],
  ['=', 'keyword.operator.cute'],
  ['8', 'constant.numeric.cute'],
  [':', 'keyword.operator.cute'],
  ['1', 'constant.numeric.cute'],
];

for (const line of [
  '// cute: let A = 8:1',
  '/// cute: let A = 8:1',
  '//cute: let A = 8:1',
  'int x; // cute: let A = 8:1',
  '/* cute: let A = 8:1 */',
  '/** cute: let A = 8:1 */',
  '# cute: let A = 8:1',
]) {
  test(`a statement is coloured in: ${line}`, () => {
    assert.deepEqual(coloured(line), let_a);
  });
}

test('a statement is coloured on a line of its own in a docstring', () => {
  assert.deepEqual(coloured('"""Text.', '    cute: let A = 8:1'), let_a);
});

test('a statement is coloured behind the star of a block comment', () => {
  assert.deepEqual(coloured('/* Text.', ' * cute: let A = 8:1'), let_a);
});

for (const line of ['// see cute: let A = 8:1', 'cute: let A = 8:1', 'x = "cute: let A = 8:1"', '// cute::let A', '// execute: let A']) {
  test(`nothing is coloured in: ${line}`, () => {
    assert.deepEqual(coloured(line), []);
  });
}

test('the end of a block comment ends the statement', () => {
  assert.deepEqual(coloured('/* cute: show A */ B'), [
    ['cute:', 'keyword.other.cute'],
    ['show', 'keyword.control.cute'],
    ['A', 'variable.other.cute'],
  ]);
});

test('operations, swizzles, composition and basis strides have names of their own', () => {
  assert.deepEqual(coloured('// cute: show group<0,2>(Sw<3,4,3> o 0 o (8,4):(1@0,e1))').map(([text, scope]) => `${text} ${scope.split('.').slice(0, -1).join('.')}`), [
    'cute: keyword.other',
    'show keyword.control',
    'group entity.name.function',
    '< keyword.operator',
    '0 constant.numeric',
    '2 constant.numeric',
    '> keyword.operator',
    'Sw support.type.swizzle',
    '< keyword.operator',
    '3 constant.numeric',
    '4 constant.numeric',
    '3 constant.numeric',
    '> keyword.operator',
    'o keyword.operator.word',
    '0 constant.numeric',
    'o keyword.operator.word',
    '8 constant.numeric',
    '4 constant.numeric',
    ': keyword.operator',
    '1@0 constant.numeric.basis',
    'e1 constant.numeric.basis',
  ]);
});
