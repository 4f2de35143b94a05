import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = new URL('../../scripts/compile.mjs', import.meta.url).href;
const { removeStale } = (await import(script)) as { removeStale: (project: string) => string[] };

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'lading-stale-'));
});
afterEach(() => rm(project, { recursive: true }));

async function write(...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(join(project, file, '..'), { recursive: true });
    await writeFile(join(project, file), '');
  }
}

it('removes compiled files of deleted sources before compiling, and no others', async () => {
  await write('src/kept.ts', 'src/a/screen.tsx', 'src/a/words.json', 'src/worker.js', 'src/samlp.d.ts');
  const kept = ['kept.js', 'kept.js.map', 'kept.d.ts', 'a/screen.d.ts.map', 'a/words.json', 'worker.js'];
  const other = ['tsconfig.tsbuildinfo', 'style.css'];
  const stale = ['gone.js', 'gone.js.map', 'gone.d.ts', 'gone.d.ts.map', 'a/gone.json', 'kept.test.js'];
  await write(...[...kept, ...other, ...stale].map((file) => `dist/${file}`));
  expect(removeStale(project).sort()).toEqual(stale.sort());
  const files = await readdir(join(project, 'dist'), { recursive: true });
  expect(files.filter((file) => file !== 'a').sort()).toEqual([...kept, ...other].sort());
});

it('leaves a project without sources of its own alone', async () => {
  await write('dist/only.js');
  expect(removeStale(project)).toEqual([]);
});
