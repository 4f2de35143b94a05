import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BlobReader } from '../../blobs/BlobLocation.ts';
import { copyBlobs } from './copyBlobs.ts';
import { DirectoryTarget } from './DirectoryTarget.ts';
import { writePart } from './parts.ts';

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'lading-copy-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

it('waits for the disk only where blobs were copied, not where all are missing', async () => {
  const target = new DirectoryTarget(place);
  const release = await target.take({ instance: 'an installation', knows: async () => true });
  const files = await target.begin('2026-01-31T12-00-00Z');
  if (!files) throw new Error('The target has this backup');
  const texts = Array.from({ length: 300 }, (_, at) => `blob ${at}`);
  const stored = new Map([[sha256Of('blob 7'), 'blob 7']]);
  const hashes = texts.map(sha256Of).sort();
  const lines = hashes.map((sha256) => `${sha256}\t6\n`);
  const part = await writePart(files, 'blobs.gz', Readable.from(lines));
  const source = {
    open: async (sha256: string) => {
      const text = stored.get(sha256);
      return text === undefined ? undefined : [Buffer.from(text)];
    },
  } as unknown as BlobReader;
  const synced = vi.spyOn(target, 'syncBlobs');
  const list = { blobs: { count: 0, bytes: 0, missing: [], ...part } };
  const result = await copyBlobs({ target, source, files, list, progress: () => undefined });
  release();
  expect(result.copied.count).toBe(1);
  expect(result.missing).toHaveLength(299);
  expect(synced.mock.calls).toEqual([[sha256Of('blob 7').slice(0, 2)]]);
});
