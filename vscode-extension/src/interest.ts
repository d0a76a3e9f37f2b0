/** Which documents the server is worth starting for. Pure. */

const CUDA = new Set(['cuda-cpp', 'cuda']);

/** What names CuTe, CUTLASS, or is a statement of ours. */
const NAMED = /\bcute\b|\bcutlass\b|\bcute:/i;

/** A text that names none of them in so many characters is taken for one that never does. */
const LOOKED_THROUGH = 1 << 20;

/** Whether a document of this language and text has layouts that the server reads. */
export function isOfInterest(language: string, text: string): boolean {
  return CUDA.has(language) || NAMED.test(text.slice(0, LOOKED_THROUGH));
}
