import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyWhole } from './place.ts';

it('copies the programs once, however many servers start at the same time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-place-'));
  try {
    const [from, to] = [join(folder, 'installed'), join(folder, 'programs')];
    await mkdir(join(from, 'bin'), { recursive: true });
    for (let file = 0; file < 50; file++) await writeFile(join(from, 'bin', `${file}`), `program ${file}`);
    await Promise.all(Array.from({ length: 5 }, () => copyWhole(from, to)));
    expect(await readFile(join(to, 'bin', '49'), 'utf8')).toBe('program 49');
    expect(await readdir(join(to, 'bin'))).toHaveLength(50);
    expect((await readdir(folder)).sort()).toEqual(['installed', 'programs']);
    await expect(copyWhole(join(folder, 'missing'), join(folder, 'other'))).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true });
  }
});
