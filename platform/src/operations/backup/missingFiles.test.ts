import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DirectoryTarget } from './DirectoryTarget.ts';
import { readKeyFile } from './openDatabase.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-missing-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('distinguishes a directory that is not mounted from one without backups', async () => {
  const missing = join(folder, 'not-mounted');
  await expect(new DirectoryTarget(missing).require()).rejects.toThrow(
    `Directory ${missing} does not exist. Mount it, or check the path`,
  );
  await expect(new DirectoryTarget(folder).require()).rejects.toThrow(`${folder} contains no backups`);
});

it('explains why a key file cannot be read', async () => {
  const missing = join(folder, 'secrets.key');
  await expect(readKeyFile(missing)).rejects.toThrow(
    `Key file ${missing} does not exist. Expected a copy of secrets.key of the original data directory`,
  );
  const directory = join(folder, 'keys');
  await mkdir(directory);
  await expect(readKeyFile(directory)).rejects.toThrow(`Failed to read key file ${directory}: `);
});
