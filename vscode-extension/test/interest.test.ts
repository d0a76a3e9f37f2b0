import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfInterest } from '../src/interest.ts';

test('a CUDA file is of interest whatever is in it', () => {
  assert.ok(isOfInterest('cuda-cpp', '') && isOfInterest('cuda', 'int x;'));
});

test('other files are when they name CuTe, CUTLASS or hold a statement', () => {
  assert.ok(isOfInterest('python', 'import cutlass.cute as cute\n'));
  assert.ok(isOfInterest('cpp', '#include <cute/tensor.hpp>\n'));
  assert.ok(isOfInterest('cpp', '#include "cutlass/gemm.h"\n'));
  assert.ok(isOfInterest('rust', '// cute: show (4,8)\n'));
});

test('files that only look like it are not', () => {
  assert.ok(!isOfInterest('python', 'print("execute, acute, persecute")\n'));
  assert.ok(!isOfInterest('cpp', 'int main() {}\n'));
});
