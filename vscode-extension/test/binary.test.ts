import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BinaryPlaces, findBinary } from '../src/binary.ts';

function places(files: string[], changed: Partial<BinaryPlaces> = {}): BinaryPlaces {
  return {
    configured: '',
    extensionFolder: '/ext',
    searchPath: '/usr/bin:/opt/bin',
    homeFolder: '/home/ada',
    platform: 'linux',
    isFile: (candidate) => files.includes(candidate),
    ...changed,
  };
}

test('the configured program wins over the bundled one', () => {
  const found = findBinary(places(['/my/layoutlens', '/ext/bin/layoutlens'], { configured: '/my/layoutlens' }));
  assert.deepEqual(found, { found: true, path: '/my/layoutlens', source: 'setting' });
});

test('a wrong setting is not replaced by another program', () => {
  const found = findBinary(places(['/ext/bin/layoutlens'], { configured: '/gone/layoutlens' }));
  assert.deepEqual(found, { found: false, tried: ['/gone/layoutlens'] });
});

test('the configured path may start with the home folder and carry spaces around it', () => {
  const found = findBinary(places(['/home/ada/bin/layoutlens'], { configured: ' ~/bin/layoutlens ' }));
  assert.deepEqual(found, { found: true, path: '/home/ada/bin/layoutlens', source: 'setting' });
});

test('the bundled program wins over PATH', () => {
  const found = findBinary(places(['/usr/bin/layoutlens', '/ext/bin/layoutlens']));
  assert.deepEqual(found, { found: true, path: '/ext/bin/layoutlens', source: 'extension' });
});

test('without a bundled program the first on PATH is taken', () => {
  const found = findBinary(places(['/opt/bin/layoutlens']));
  assert.deepEqual(found, { found: true, path: '/opt/bin/layoutlens', source: 'PATH' });
});

test('relative and empty PATH entries are skipped: they name the workspace', () => {
  const found = findBinary(places(['layoutlens', './layoutlens', 'bin/layoutlens'], { searchPath: ':.:bin' }));
  assert.equal(found.found, false);
});

test('on Windows the program ends in .exe and PATH is split at semicolons', () => {
  const found = findBinary(
    places(['D:\\tools\\layoutlens.exe'], {
      platform: 'win32',
      extensionFolder: 'C:\\ext',
      searchPath: 'C:\\bin;D:\\tools',
    }),
  );
  assert.deepEqual(found, { found: true, path: 'D:\\tools\\layoutlens.exe', source: 'PATH' });
});

test('a missing program names every place that was tried', () => {
  const found = findBinary(places([]));
  assert.deepEqual(found, { found: false, tried: ['/ext/bin/layoutlens', 'layoutlens on PATH'] });
});
