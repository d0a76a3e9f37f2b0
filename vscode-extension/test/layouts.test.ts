import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListedLayout, following, known } from '../src/layouts.ts';

function layout(name: string, line: number, character: number, value: string | null = '8:1'): ListedLayout {
  const start = { line, character };
  return { range: { start, end: start }, name, value, supposed: false };
}

const LAYOUTS = [layout('a', 1, 4), layout('b', 1, 9, null), layout('c', 1, 12), layout('d', 5, 0)];

test('the next layout is the first with a value behind the cursor, and after the last the first', () => {
  const from = (line: number, character: number) => following(LAYOUTS, { line, character })[0]?.name;
  assert.equal(from(0, 0), 'a');
  assert.equal(from(1, 4), 'c');
  assert.equal(from(1, 12), 'd');
  assert.equal(from(9, 0), 'a');
});

test('what is unknown is neither counted nor gone to', () => {
  assert.deepEqual(known(LAYOUTS).map((one) => one.name), ['a', 'c', 'd']);
  assert.deepEqual(following([layout('b', 1, 9, null)], { line: 0, character: 0 }), []);
});
