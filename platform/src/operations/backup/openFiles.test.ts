import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlobReader } from '../../blobs/BlobLocation.ts';
import type { BackupFiles } from './BackupFiles.ts';
import { mergeBlobLists, readBlobList } from './blobLists.ts';
import { copyBlobs } from './copyBlobs.ts';
import { DirectoryTarget } from './DirectoryTarget.ts';
import type { Manifest } from './Manifest.ts';
import { Pace } from './Pace.ts';
import { writePart } from './parts.ts';

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

let place: string;
let target: DirectoryTarget;
let files: BackupFiles;
let list: Pick<Manifest, 'blobs'>;
/** Files that were opened for reading. */
const opened: Readable[] = [];
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'lading-open-'));
  target = new DirectoryTarget(place);
  const release = await target.take({ instance: 'an installation', knows: async () => true });
  const own = await target.begin('2026-01-31T12-00-00Z');
  release();
  if (!own) throw new Error('The target has this backup');
  const hashes = Array.from({ length: 50_000 }, (_, at) => sha256Of(`blob ${at}`)).sort();
  const part = await writePart(own, 'blobs.gz', Readable.from(hashes.map((sha256) => `${sha256}\t6\n`)));
  list = { blobs: { count: 0, bytes: 0, missing: [], ...part } };
  files = {
    pathOf: (file) => own.pathOf(file),
    write: (file, content) => own.write(file, content),
    async open(file) {
      const content = await own.open(file);
      if (content) opened.push(content as Readable);
      return content;
    },
  };
});
afterAll(() => rm(place, { recursive: true, force: true }));

const areClosed = () =>
  expect.poll(() => opened.map(({ closed }) => closed), { timeout: 30_000 }).toEqual(opened.map(() => true));

it('a reader that stops early closes the lists of blobs', async () => {
  for await (const _ of readBlobList(files, list)) break;
  expect(opened).toHaveLength(1);
  await areClosed();
  const lists = ['one', 'other'].map((backup) => ({ backup, groups: readBlobList(files, list) }));
  for await (const _ of mergeBlobLists(lists)) break;
  expect(opened).toHaveLength(3);
  await areClosed();
});

it('a target that fails before it reads a blob closes its file', async () => {
  const content: Readable[] = [];
  const source = {
    async open() {
      content.push(Readable.from([Buffer.from('blob')]));
      return content.at(-1);
    },
  } as unknown as BlobReader;
  target.addBlob = () => Promise.reject(new Error('No permission'));
  const options = { ...{ target, source, files, list }, pace: new Pace(), progress: () => undefined };
  await expect(copyBlobs(options)).rejects.toThrow('No permission');
  expect(content.length).toBeGreaterThan(0);
  expect(content.map(({ destroyed }) => destroyed)).toEqual(content.map(() => true));
  await areClosed();
});
