// Bundles the extension into one file: the vsix carries no node_modules.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

await build({
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'linked',
});

// What the walkthrough shows and opens lies in the repository once.
await mkdir('images/walkthrough', { recursive: true });
for (const picture of ['code', 'hints', 'hover', 'panel', 'run']) {
  await copyFile(`../docs/images/${picture}.png`, `images/walkthrough/${picture}.png`);
}
await copyFile('../test-workspaces/cuda/transpose.cu', 'dist/example.cu');
// In the package the page of the extension has its pictures beside it.
const page = await readFile('README.md', 'utf8');
await writeFile('dist/README.md', page.replaceAll('](../docs/images/', '](images/walkthrough/'));
