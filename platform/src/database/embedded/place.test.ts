import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyWhole, removeStaleCopies } from './place.ts';

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

it('removes copies that a killed server left behind, once no server can be writing them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-place-'));
  try {
    const [yesterday, today] = [new Date(Date.now() - 90_000_000), new Date(Date.now() - 80_000_000)];
    for (const [name, changed] of [
      ['programs-17.new-abc123', yesterday],
      ['programs-18.new-def456', today],
      ['programs-17', yesterday],
      ['0123456789abcdef', yesterday],
      ['notes.new-abc123', yesterday],
    ] as const) {
      await mkdir(join(folder, name, 'bin'), { recursive: true });
      await writeFile(join(folder, name, 'bin', 'postgres'), 'program');
      await utimes(join(folder, name), changed, changed);
    }
    await removeStaleCopies(folder);
    const left = ['0123456789abcdef', 'notes.new-abc123', 'programs-17', 'programs-18.new-def456'];
    expect((await readdir(folder)).sort()).toEqual(left);
  } finally {
    await rm(folder, { recursive: true });
  }
});
