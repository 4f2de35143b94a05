import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskSpace } from './DiskSpace.ts';
import { isNoSpace } from './NoSpaceLeft.ts';
import { Reserve } from './Reserve.ts';

const mebibyte = 1024 ** 2;
let home: string;
let free: number;
let reports: string[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lading-space-'));
  free = 1000 * mebibyte;
  reports = [];
});
afterEach(() => rm(home, { recursive: true }));

function makeSpace(read = async () => free) {
  const reserve = new Reserve(join(home, 'reserve'), 2 * mebibyte);
  const report = (event: string) => void reports.push(event);
  return new DiskSpace({ home, minFree: 100 * mebibyte, reserve, report, read });
}

describe('the free space of a disk', () => {
  it('rejects writes below the minimum, and accepts them again above it', async () => {
    const space = makeSpace();
    await space.refresh();
    expect(() => space.require()).not.toThrow();
    free = 99 * mebibyte;
    await space.refresh();
    await space.refresh();
    expect(() => space.require()).toThrow("No space left on the server's disk");
    expect(space.full).toBe(false);
    free = 101 * mebibyte;
    await space.refresh();
    expect(() => space.require()).not.toThrow();
    expect(reports).toEqual([
      'Writes are rejected',
      'Writes are accepted again: 101 MiB free, minimum 100 MiB',
    ]);
  });

  it('keeps a reserve, releases it on a full disk, and restores it', async () => {
    const space = makeSpace();
    await space.refresh();
    expect((await stat(join(home, 'reserve'))).blocks * 512).toBeGreaterThanOrEqual(2 * mebibyte);
    free = 50 * mebibyte;
    await space.refresh();
    expect(await readdir(home)).toEqual(['reserve']);
    free = 1 * mebibyte;
    await space.refresh();
    expect(await readdir(home)).toEqual([]);
    expect(space.full).toBe(true);
    // A reserve is not restored on a disk that has just enough free space.
    free = 101 * mebibyte;
    await space.refresh();
    expect(await readdir(home)).toEqual([]);
    free = 200 * mebibyte;
    await space.refresh();
    expect(await readdir(home)).toEqual(['reserve']);
  });

  it('is not treated as low if it cannot be read', async () => {
    const space = makeSpace(async () => {
      throw new Error('unmounted');
    });
    await space.refresh();
    expect(() => space.require()).not.toThrow();
    expect(reports).toEqual(['Failed to read the free disk space']);
  });
});

describe('an error of a full disk', () => {
  it.each(['ENOSPC', 'EDQUOT', '53100'])('has the code %s, also as a cause', (code) => {
    const error = Object.assign(new Error('full'), { code });
    expect([error, new Error('query', { cause: error })].map(isNoSpace)).toEqual([true, true]);
  });
  it('is distinguished from other errors', () =>
    expect(isNoSpace(Object.assign(new Error('x'), { code: 'EIO' }))).toBe(false));
});
