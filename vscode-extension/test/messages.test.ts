import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as messages from '../src/messages.ts';

test('a wrong setting is quoted, and clearing it is offered', () => {
  assert.equal(
    messages.serverMissing(' /gone/layoutlens ', ['/gone/layoutlens']),
    'LayoutLens: there is no program at "/gone/layoutlens" (setting layoutlens.server.path). Correct the path, or clear the setting to use the server that came with the extension.',
  );
});

test('a missing server names the places and both ways out', () => {
  assert.equal(
    messages.serverMissing('', ['/ext/bin/layoutlens', 'layoutlens on PATH']),
    'LayoutLens: the server program is missing (looked for /ext/bin/layoutlens, layoutlens on PATH). Install layoutlens and set layoutlens.server.path, or install the extension build for your platform.',
  );
});

test('another version names both versions and where the server came from', () => {
  const message = messages.serverOfOtherVersion('/usr/bin/layoutlens', 'PATH', '0.2.0', '0.1.0');
  assert.match(message, /"\/usr\/bin\/layoutlens" \(found on PATH\) is version 0\.2\.0, the extension is 0\.1\.0/);
});

test('a program that cannot be run gives the reason of the system', () => {
  assert.match(messages.serverCannotRun('/x/layoutlens', 'spawn EACCES\n'), /cannot be run: spawn EACCES\. Set/);
});
