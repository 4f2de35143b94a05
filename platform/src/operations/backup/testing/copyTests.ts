import { expect, it, vi } from 'vitest';
import { connectForDump } from '../../../database/dump/DumpClient.ts';
import type { BackupProgress as Progress } from '../BackupOptions.ts';
import { createBackup } from '../createBackup.ts';
import { createOwner } from '../marker.ts';
import { openTarget } from '../openTarget.ts';
import { type BucketTest, command } from './useBucket.ts';

/** Tests backups of two copies of an installation to the same prefix. */
export function testCopies(s3: BucketTest, isComplete: boolean): void {
  const { put, urlOf, backUp, keysOf, change, sourceOf, withCopy } = s3;

  it('of a restored copy are refused after a later one of the original, and the reverse', async () => {
    const url = urlOf('copies');
    await put('o/first.txt', 'in both copies');
    expect(await backUp(url)).toMatchObject({ code: 0 });
    await withCopy(url, async (copy) => {
      const refused = {
        ...{ code: 1, output: expect.stringMatching(/contains a later backup of another copy .*adopt/) },
      };
      expect(await backUp(url)).toMatchObject({ code: 0 });
      const before = await keysOf(url);
      expect(await copy.backUp(url)).toEqual(refused);
      expect(await keysOf(url)).toEqual(before);
      await change(url, (bucket) => bucket.put('lading-backups.json', Buffer.from('adopt\n')));
      expect(await copy.backUp(url)).toMatchObject({ code: 0 });
      expect(await backUp(url)).toEqual(refused);
    });
    expect(await command(['verify', url])).toMatchObject({ code: 0 });
  });

  it('of two copies at the same moment exclude each other', async () => {
    const url = urlOf('moment');
    await put('m/first.txt', 'before the copy');
    expect(await backUp(url)).toMatchObject({ code: 0 });
    await withCopy(url, async (copy) => {
      const target = await openTarget(url);
      const progress = async ({ phase, done, total }: Progress) => {
        if (phase === 'blobs' && done === total) expect(await copy.backUp(url)).toMatchObject({ code: 0 });
      };
      await put('m/second.txt', 'only in the original');
      await expect(
        createBackup({ source: await sourceOf(), target, progress, keep: 1 }).finally(() => target.close()),
      ).rejects.toThrow(
        /Another copy of this installation.* began a backup to .* at the same time\. Give each/,
      );
    });
    expect((await command(['list', url])).output.split('\n')).toHaveLength(2);
    expect(await command(['verify', url])).toMatchObject({ code: 0 });
  });

  it('of another copy that begins while the manifest is stored delete it', async () => {
    const url = urlOf('manifest');
    expect(await backUp(url)).toMatchObject({ code: 0 });
    await withCopy(url, async ({ databaseUrl }) => {
      const [target, other] = [await openTarget(url), await openTarget(url)];
      const client = await connectForDump(databaseUrl);
      try {
        const { rows } = await client.query<{ id: string }>('SELECT id::text FROM installation');
        const owner = await createOwner(client, rows[0]?.id ?? '');
        const finish = target.finish.bind(target);
        vi.spyOn(target, 'finish').mockImplementation(async (...all) => {
          await other.take(owner);
          await finish(...all);
        });
        await expect(createBackup({ source: await sourceOf(), target })).rejects.toThrow(/at the same time/);
      } finally {
        target.close();
        other.close();
        await client.end();
      }
    });
    expect((await command(['list', url])).output.split('\n')).toHaveLength(1);
    expect(await command(['verify', url])).toMatchObject({ code: 0 });
  });

  it.runIf(isComplete)('of two copies never list a damaged backup, whichever is first', async () => {
    const url = urlOf('race');
    await put('r/first.txt', 'before the copy');
    expect(await backUp(url)).toMatchObject({ code: 0 });
    await withCopy(url, async (copy) => {
      const both = await Promise.all([backUp(url, '--keep', '1'), copy.backUp(url)]);
      expect(both.map(({ code }) => code)).toContain(0);
      for (const { code, output } of both)
        if (code !== 0) expect(output).toMatch(/at the same time|later backup of another copy/);
    });
    expect(await command(['verify', url])).toMatchObject({ code: 0 });
  });
}
