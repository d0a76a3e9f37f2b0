import assert from 'node:assert/strict';
import { test } from 'node:test';
import manifest from '../package.json' with { type: 'json' };
import { checkVersion } from '../src/version.ts';

test('equal versions are the same', () => {
  assert.deepEqual(checkVersion('layoutlens 0.1.0\n', '0.1.0'), { kind: 'same' });
});

test('another version is named', () => {
  assert.deepEqual(checkVersion('layoutlens 0.2.0\n', '0.1.0'), { kind: 'other', version: '0.2.0' });
});

test('a pre-release is another version', () => {
  assert.deepEqual(checkVersion('layoutlens 0.1.0-rc.1', '0.1.0'), { kind: 'other', version: '0.1.0-rc.1' });
});

for (const printed of ['', 'clangd version 18.1.3', 'layoutlens', 'layoutlens 0.1', 'usage: layoutlens 0.1.0']) {
  test(`"${printed}" is not what layoutlens prints`, () => {
    assert.deepEqual(checkVersion(printed, '0.1.0'), { kind: 'unreadable' });
  });
}

test('the extension has the version of the workspace', async () => {
  const { readFile } = await import('node:fs/promises');
  const workspace = await readFile(new URL('../../Cargo.toml', import.meta.url), 'utf8');
  assert.equal(/^version = "(.+)"$/m.exec(workspace)?.[1], manifest.version);
});
