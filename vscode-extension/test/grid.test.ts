import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGridContent } from '../src/grid.ts';

test('only what the server sends as a grid is one', () => {
  assert.ok(isGridContent({ title: 'A', text: '0 1' }));
  assert.ok(isGridContent({ title: 'A', text: '0 1', layout: '2:1', at: { textDocument: { uri: 'file:///a.cu' }, position: { line: 1, character: 2 } } }));
  for (const other of [
    undefined,
    null,
    'A',
    [],
    {},
    { title: 'A' },
    { title: 'A', text: 1 },
    { title: {}, text: '' },
    { title: 'A', text: '', layout: [] },
    { title: 'A', text: '', at: { textDocument: {} } },
    { title: 'A', text: 'x'.repeat(4_000_001) },
  ]) {
    assert.ok(!isGridContent(other), JSON.stringify(other)?.slice(0, 80));
  }
});
