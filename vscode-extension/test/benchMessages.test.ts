import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as said from '../src/benchMessages.ts';

test('a page asks what a bench asks, and nothing else', () => {
  const asked = { id: 1, method: 'layoutlens/bench', params: { expression: '8:1' } };
  assert.deepEqual(said.question(asked), asked);
  for (const other of [undefined, null, 'x', [], {}, { ...asked, id: '1' }, { ...asked, method: 'workspace/executeCommand' }, { id: 1 }]) {
    assert.equal(said.question(other), undefined, JSON.stringify(other));
  }
});

test('a file of a page has a plain name', () => {
  assert.deepEqual(said.fileOf({ save: { name: 'layout.svg', text: '<svg/>' } }), { name: 'layout.svg', text: '<svg/>' });
  for (const name of ['../layout.svg', '/etc/passwd', 'a/b.svg', '.bashrc', '']) {
    assert.equal(said.fileOf({ save: { name, text: '' } }), undefined, name);
  }
  assert.equal(said.fileOf({ save: { name: 'layout.svg' } }), undefined);
});

test('a link opens the view that it was made of', () => {
  const view = { kind: 'threads', thread: 5, palette: 'greys', beside: ['x'] };
  const link = said.linkOf({ link: { expression: 'composition(A, B) & "C"', view } });
  assert.ok(link !== undefined);
  const { beside: _, ...kept } = view;
  assert.deepEqual(said.viewOfLink(link), { subject: { expression: 'composition(A, B) & "C"' }, view: kept });
  assert.equal(said.viewOfLink('kind=threads'), undefined);
});

test('a title is short, and a pin is yes or no', () => {
  assert.equal(said.titleOf({ title: 'x'.repeat(500) })?.length, 80);
  assert.equal(said.pinnedOf({ pinned: 'yes' }), undefined);
  assert.equal(said.pinnedOf({ pinned: false }), false);
});
