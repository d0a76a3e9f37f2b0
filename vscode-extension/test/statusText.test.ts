import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastRunOf, type StatusFacts, statusText } from '../src/statusText.ts';

const FACTS: StatusFacts = { state: 'running', runs: 0, layouts: 36, findings: 0, lastRun: undefined, remarks: [] };

test('the item counts layouts and findings', () => {
  assert.equal(statusText(FACTS).label, '$(symbol-array) 36 layouts');
  assert.equal(statusText({ ...FACTS, layouts: 1, findings: 2 }).label, '$(symbol-array) 1 layout, 2 findings');
  assert.match(statusText(FACTS).tooltip, /the GPU is looked for at the first run/);
});

test('a run under way turns, and its device stays in the tooltip', () => {
  assert.match(statusText({ ...FACTS, runs: 1 }).label, /loading~spin/);
  assert.match(statusText({ ...FACTS, lastRun: 'on NVIDIA H200' }).tooltip, /Last run: on NVIDIA H200\./);
});

test('a server that is not there is a warning', () => {
  assert.ok(statusText({ ...FACTS, state: 'failed' }).isWarning);
  assert.ok(!statusText({ ...FACTS, state: 'starting' }).isWarning);
});

test('what the server said unasked stands in the tooltip', () => {
  const text = statusText({ ...FACTS, remarks: ['layoutlens: a.h: a pipe'] });
  assert.match(text.label, /warning/);
  assert.match(text.tooltip, /a\.h: a pipe/);
});

test('an answer says on what it ran, or why it did not', () => {
  assert.equal(lastRunOf({ device: { name: 'the CPU emulator' } }), 'on the CPU emulator');
  assert.equal(lastRunOf({ error: { code: 'no-gpu', message: 'no GPU' } }), 'failed: no GPU');
  assert.equal(lastRunOf(null), undefined);
});
