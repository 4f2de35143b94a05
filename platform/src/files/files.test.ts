import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction, withStorage } from '../database/db.ts';
import { blobs } from '../storage/storage.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { untilQueryWaits } from '../testing/untilQueryWaits.ts';
import { flushDownloads } from './downloads.ts';
import { fileCounts } from './fileCounts.ts';
import { countDownload, findFile, putFile, removeFile } from './files.ts';
import { setProperties } from './properties.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

async function stored(text: string) {
  async function* source() {
    yield Buffer.from(text);
  }
  return blobs().put(source());
}

describe('files', () => {
  it('are found as stored, and not found after removal', () =>
    inside(async () => {
      const blob = await stored('one');
      const put = await putFile('generic-local', 'a/b.json', blob, 'ann');
      const found = await findFile('generic-local', 'a/b.json');
      expect(found).toEqual({ ...put });
      expect(found).toMatchObject({
        ...blob,
        mimeType: 'application/json',
        createdBy: 'ann',
        downloads: 0,
        properties: {},
      });
      expect(await removeFile('generic-local', 'a/b.json')).toBe(true);
      expect(await removeFile('generic-local', 'a/b.json')).toBe(false);
      expect(await findFile('generic-local', 'a/b.json')).toBeUndefined();
    }));

  it.each([
    ['folder/file', 'folder'],
    ['file', 'file/in/a/folder'],
  ])('are never also folders, in concurrent writes: %s and %s', (first, second) =>
    inside(async () => {
      const [one, two] = [await stored(`one of ${first}`), await stored(`two of ${first}`)];
      let late: Promise<unknown> | undefined;
      await transaction(async () => {
        await putFile('generic-local', `at-once/${first}`, one, 'ann');
        late = inside(() => putFile('generic-local', `at-once/${second}`, two, 'bob'));
        late.catch(() => undefined);
        await untilQueryWaits(platform.storage);
      });
      await expect(late).rejects.toMatchObject({ status: 409, code: 'EXISTS' });
    }),
  );

  it('are not overwritten by default; one of several concurrent writes succeeds', () =>
    inside(async () => {
      const blobsAtOnce = await Promise.all(['1', '2', '3', '4'].map(stored));
      const results = await Promise.allSettled(
        blobsAtOnce.map((blob) => putFile('generic-local', 'race', blob, 'ann')),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({ status: 409, code: 'EXISTS' });
      }
      const file = await findFile('generic-local', 'race');
      if (file) await setProperties(file, { key: ['value'] });
      const replaced = await putFile('generic-local', 'race', await stored('5'), 'bob', { overwrite: true });
      expect(replaced).toMatchObject({ createdBy: 'ann', modifiedBy: 'bob', size: 1, properties: {} });
      expect(replaced.id).toBe(file?.id);
    }));

  it('do not exist after a rollback', () =>
    inside(async () => {
      const before = await fileCounts();
      const blob = await stored('undone');
      await expect(
        transaction(async () => {
          await putFile('generic-local', 'undone', blob, 'ann');
          throw new Error('on purpose');
        }),
      ).rejects.toThrow('on purpose');
      expect(await findFile('generic-local', 'undone')).toBeUndefined();
      expect(await fileCounts()).toEqual(before);
    }));
});

describe('downloads', () => {
  const nothingElse = async () => [];

  it('are counted in batches; those of locked files next time', () =>
    inside(async () => {
      for (const path of ['free', 'held']) await putFile('npm-local', path, await stored(path), 'ann');
      for (const path of ['free', 'held', 'free', 'absent']) countDownload('npm-local', path);
      await transaction(async () => {
        await putFile('npm-local', 'held', await stored('changed'), 'ann', { overwrite: true });
        // On a separate connection, as in the server.
        await inside(() => flushDownloads(nothingElse));
      });
      expect((await findFile('npm-local', 'free'))?.downloads).toBe(2);
      expect((await findFile('npm-local', 'held'))?.downloads).toBe(0);
      await flushDownloads(nothingElse);
      expect(await findFile('npm-local', 'held')).toMatchObject({
        downloads: 1,
        lastDownloaded: expect.any(Date),
      });
    }));

  it('are not lost if counting fails', () =>
    inside(async () => {
      await putFile('npm-local', 'failing', await stored('failing'), 'ann');
      countDownload('npm-local', 'failing');
      const fails = () => Promise.reject(new Error('on purpose'));
      await expect(flushDownloads(fails)).rejects.toThrow('on purpose');
      await flushDownloads(nothingElse);
      expect((await findFile('npm-local', 'failing'))?.downloads).toBe(1);
    }));
});
