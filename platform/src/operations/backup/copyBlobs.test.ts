import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BlobReader } from '../../blobs/BlobLocation.ts';
import { copyBlobs } from './copyBlobs.ts';
import { DirectoryTarget } from './DirectoryTarget.ts';
import { Pace } from './Pace.ts';
import { writePart } from './parts.ts';

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'lading-copy-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** Begins a backup with a list of blobs. */
async function begin(name: string, hashes: string[]) {
  const target = new DirectoryTarget(place);
  const release = await target.take({ instance: 'an installation', knows: async () => true });
  const files = await target.begin(name);
  if (!files) throw new Error('The target has this backup');
  const lines = hashes.sort().map((sha256) => `${sha256}\t6\n`);
  const part = await writePart(files, 'blobs.gz', Readable.from(lines));
  return { target, release, files, list: { blobs: { count: 0, bytes: 0, missing: [], ...part } } };
}

it('waits for the disk only where blobs were copied, not where all are missing', async () => {
  const { target, release, files, list } = await begin(
    '2026-01-31T12-00-00Z',
    Array.from({ length: 300 }, (_, at) => sha256Of(`blob ${at}`)),
  );
  const stored = new Map([[sha256Of('blob 7'), 'blob 7']]);
  const source = {
    open: async (sha256: string) => {
      const text = stored.get(sha256);
      return text === undefined ? undefined : [Buffer.from(text)];
    },
  } as unknown as BlobReader;
  const synced = vi.spyOn(target, 'syncBlobs');
  const result = await copyBlobs({
    target,
    source,
    files,
    list,
    pace: new Pace(),
    progress: () => undefined,
  });
  release();
  expect(result.copied.count).toBe(1);
  expect(result.missing).toHaveLength(299);
  expect(synced.mock.calls).toEqual([[sha256Of('blob 7').slice(0, 2)]]);
});

it.each([
  ['one blob at a time while clients are served', true, 1],
  ['several blobs at a time otherwise', false, 4],
])('copies %s', async (_case, isBusy, expected) => {
  const { target, release, files, list } = await begin(
    `2026-01-31T13-00-0${expected}Z`,
    Array.from({ length: 40 }, (_, at) => `00${sha256Of(`blob ${at}`).slice(2)}`),
  );
  let [running, most] = [0, 0];
  target.blobsWith = async () => new Set();
  target.blobSizes = async () => new Map();
  target.addBlob = async () => {
    running += 1;
    most = Math.max(most, running);
    await wait(1);
    running -= 1;
    return true;
  };
  const source = { open: async () => [Buffer.from('blob')] } as unknown as BlobReader;
  const pace = new Pace({ isBusy: () => isBusy });
  const result = await copyBlobs({ target, source, files, list, pace, progress: () => undefined });
  release();
  expect([result.copied.count, most]).toEqual([40, expected]);
});

it('rests while it reads the lists of a local target, not of a bucket', async () => {
  const { target, release, files, list } = await begin('2026-01-31T14-00-00Z', [sha256Of('blob')]);
  const source = { open: async () => undefined } as unknown as BlobReader;
  const rests = async (isLocal: boolean) => {
    Object.defineProperty(target, 'isLocal', { value: isLocal, configurable: true });
    const pace = new Pace({ isBusy: () => true });
    const rest = vi.spyOn(pace, 'rest');
    await copyBlobs({ target, source, files, list, pace, progress: () => undefined });
    return rest.mock.calls.length;
  };
  expect([await rests(false), await rests(true)]).toEqual([0, 2]);
  release();
});
