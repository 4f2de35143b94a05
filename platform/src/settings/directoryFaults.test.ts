import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { unknownFeatures } from '../instance/features.ts';
import { directoryFaults } from './directoryFaults.ts';

const place = mkdtempSync(join(tmpdir(), 'lading-directories-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const file = join(place, 'file');
writeFileSync(file, '');

const faults = (home: string, blobs = join(place, 'blobs')) =>
  directoryFaults({ home, blobUrl: pathToFileURL(blobs).href });

it.each([
  [file, `LADING_HOME must be a directory that this user can read and write: ${file} is a file`],
  [
    join(file, 'a/b'),
    `LADING_HOME must be a directory that this user can read and write: failed to create ${file}/a/b because ${file} is a file`,
  ],
  [
    '/proc/lading',
    'LADING_HOME must be a directory that this user can read and write: /proc/lading is in the kernel file system (proc)',
  ],
  [
    '/proc/version',
    'LADING_HOME must be a directory that this user can read and write: /proc/version is in the kernel file system (proc)',
  ],
])('reports the setting and the reason: %s', (path, line) => {
  expect(faults(path)).toEqual([line]);
  expect(faults(path, join(path, 'blobs'))).toEqual([line]);
  expect(faults(place, path)).toEqual([line.replace('LADING_HOME', 'LADING_BLOB_URL')]);
});

it('accepts a directory, and one that can be created', () => {
  expect(faults(place)).toEqual([]);
  expect(faults(join(place, 'not/yet/there'))).toEqual([]);
});

it.skipIf(process.getuid?.() === 0)('reports a directory without permission', () => {
  const closed = join(place, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  expect(faults(closed)[0]).toContain(`no permission for ${closed} (EACCES)`);
});

it('reports an unknown feature', () => {
  expect(unknownFeatures({ 'COMMON.TESTED': true, 'COMMON.NOSUCH': true })).toEqual([
    expect.stringMatching(/^LADING_FEATURES contains COMMON\.NOSUCH, .* COMMON\.TESTED/),
  ]);
});
