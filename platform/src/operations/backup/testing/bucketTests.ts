import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { blobEnvironment, type S3Server } from '../../../blobs/s3/testing/S3Server.ts';
import { withStorage } from '../../../database/db.ts';
import { compileServer, root } from '../../../testing/serverProcess.ts';
import type { BackupProgress as Progress } from '../BackupOptions.ts';
import { createBackup } from '../createBackup.ts';
import { openTarget } from '../openTarget.ts';
import { testCopies } from './copyTests.ts';
import { testFaults } from './faultTests.ts';
import { command, sha256Of, useBucket } from './useBucket.ts';

/** Tests backups to buckets with a running server. `isComplete`: the server checks signatures. */
export function describeBucketBackups(
  start: () => Promise<S3Server>,
  { isComplete = false }: { isComplete?: boolean } = {},
): void {
  describe('backups in a bucket', () => {
    const s3 = useBucket(start);
    const { put, urlOf, environment, backUp, keysOf, change, deleteAll, sourceOf, restored } = s3;
    testCopies(s3, isComplete);
    testFaults(s3, isComplete);

    it('are listed, verified, and restored to a directory and to a bucket', async () => {
      const url = urlOf('one');
      const large = randomBytes(20_000_000);
      await put('a/small.txt', 'small');
      await put('a/large.bin', large);
      expect(await backUp(url)).toEqual({
        ...{ code: 0, output: expect.stringMatching(/Backup \S+ completed: .*19.1 MiB of them copied/) },
      });
      expect((await command(['list', url])).output).toMatch(/^\S+Z {2}version .* blobs/);
      expect(await command(['verify', url])).toEqual({
        ...{ code: 0, output: expect.stringContaining('no damaged or missing files') },
      });
      const expected = [
        [200, sha256Of('small')],
        [200, sha256Of(large)],
      ];
      const paths = ['a/small.txt', 'a/large.bin'];
      expect(await restored(url, paths)).toEqual(expected);
      expect(await restored(url, paths, blobEnvironment(s3.server, 'restored'))).toEqual(expected);
      expect(await keysOf(urlOf('restored'))).toContain('store-id');
    });

    it('copy only what is new, and retention deletes only what no remaining backup needs', async () => {
      const url = urlOf('kept');
      await put('b/shared.txt', 'needed by both');
      await put('b/first.txt', 'needed by the first');
      const first = await backUp(url);
      for (const path of ['artifactory/generic-local/b/first.txt', 'ui/api/v1/ui/trash'])
        await s3.platform.app.inject({
          ...{ method: 'DELETE', url: `/${path}`, headers: { authorization: s3.platform.adminAuth } },
        });
      await withStorage(s3.platform.storage, async () => {
        const { collectBlobs } = await import('../../../storage/collectBlobs.ts');
        await collectBlobs(0);
      });
      await put('b/second.txt', 'second');
      const second = await backUp(url, '--keep', '1');
      const [, name = ''] = /Backup (\S+) completed/.exec(first.output) ?? [];
      expect(second).toMatchObject({ code: 0, output: expect.stringContaining(`Deleted backup ${name}`) });
      expect(second.output).toContain('6 bytes of them copied');
      const keys = await keysOf(url);
      const blobs = keys.map((key) => key.slice(key.lastIndexOf('/') + 1));
      expect(blobs).toContain(sha256Of('needed by both'));
      expect(blobs).toContain(sha256Of('second'));
      expect(blobs).not.toContain(sha256Of('needed by the first'));
      expect(keys.filter((key) => key.includes(name))).toEqual([]);
      expect(await command(['verify', url])).toMatchObject({ code: 0 });
      expect(await restored(url, ['b/shared.txt'])).toEqual([[200, sha256Of('needed by both')]]);
    });

    it('of one installation wait for each other', async () => {
      const url = urlOf('parallel');
      const all = await Promise.all([backUp(url), backUp(url, '--keep', '1'), backUp(url)]);
      expect(all).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
      expect(await command(['verify', url])).toMatchObject({
        ...{ code: 0, output: expect.stringContaining('no damaged or missing files') },
      });
    });

    it.each(['database', 'blobs'])(
      'are not listed after an abort in the phase %s, and the next one cleans up',
      async (phase) => {
        const url = urlOf(`aborted-${phase}`);
        const target = await openTarget(url);
        const source = await sourceOf();
        const progress = (now: Progress) => {
          if (now.phase === phase && now.done > 0) throw new Error('The server ended');
        };
        try {
          await expect(createBackup({ source, target, progress })).rejects.toThrow('The server ended');
        } finally {
          target.close();
        }
        const remains = (await keysOf(url)).filter((key) => key.startsWith('backups/'));
        expect(remains.length).toBeGreaterThan(0);
        // The next backup can have the same name, of the same second.
        const left = (remains[0] ?? '').replace(/[^/]+$/, 'left.gz');
        await change(url, (bucket) => bucket.put(left, Buffer.from('left by the aborted backup')));
        expect(await command(['list', url])).toEqual({
          ...{ code: 0, output: `No complete backups in ${url}` },
        });
        const failed = await command([
          'restore',
          url,
          '--home',
          join(s3.place, 'never'),
          '--new-secrets-key',
        ]);
        expect(failed).toEqual({ code: 1, output: expect.stringContaining('No complete backups') });
        expect(await backUp(url)).toMatchObject({ code: 0 });
        const keys = await keysOf(url);
        const names = new Set(keys.flatMap((key) => /^backups\/([^/]+)\//.exec(key)?.[1] ?? []));
        expect(names.size).toBe(1);
        expect(keys).not.toContain(left);
        expect(await command(['verify', url])).toMatchObject({ code: 0 });
      },
    );

    it.each(['backup', 'file'])(
      'are not listed if another installation with the same ID deleted the %s meanwhile',
      async (deleted) => {
        const url = urlOf(`same-id-${deleted}`);
        await put(`s/${deleted}.txt`, `deleted ${deleted}`);
        const [target, other] = [await openTarget(url), await openTarget(url)];
        const source = await sourceOf();
        const progress = async ({ phase, done, total }: Progress) => {
          if (phase !== 'blobs' || done < total) return;
          if (deleted === 'backup') await deleteAll(url, 'backups/');
          else await other.deleteBlob(sha256Of(`deleted ${deleted}`));
        };
        try {
          await expect(createBackup({ source, target, progress })).rejects.toThrow(
            /same-id-.* was deleted or changed during the backup\. .* give it another prefix/,
          );
        } finally {
          target.close();
          other.close();
        }
        expect((await command(['list', url])).output).toContain('No complete backups');
        expect(await backUp(url)).toMatchObject({ code: 0 });
        expect(await command(['verify', url])).toMatchObject({ code: 0 });
      },
    );

    it('survive lost connections, and fail without a trace of a complete one if the server is lost', async () => {
      const url = urlOf('lost', s3.proxy);
      await put('c/lost.bin', randomBytes(12_000_000));
      Object.assign(s3.proxy, { loseAfterSent: 200_000, losses: 2, lost: 0 });
      expect(await backUp(url)).toMatchObject({ code: 0 });
      expect(s3.proxy.lost).toBe(2);
      expect(await command(['verify', url])).toMatchObject({ code: 0 });
      await put('c/later.bin', randomBytes(12_000_000));
      Object.assign(s3.proxy, { loseAfterSent: 200_000, losses: 1_000_000 });
      s3.proxy.reset();
      const failed = await backUp(url);
      Object.assign(s3.proxy, { losses: 0 });
      expect(failed).toEqual({
        code: 1,
        output: expect.stringMatching(/is not reachable \(.*\)\. Check the endpoint/),
      });
      expect((await command(['list', url])).output.split('\n')).toHaveLength(1);
    });

    it.runIf(isComplete)('leave no complete one if the process is killed while it copies', async () => {
      compileServer();
      const url = urlOf('killed');
      const keys = () => keysOf(url);
      const list = /^backups\/[^/]+\/blobs\.gz$/;
      await put('k/killed.bin', randomBytes(9_000_000));
      const main = join(root, 'platform/dist/operations/command/main.js');
      const env = { ...environment(), PATH: process.env.PATH ?? '', LADING_MIN_FREE_SPACE: '0' };
      const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } =
        s3.server.credentials;
      const child = spawn(process.execPath, [main, 'backup', url], {
        env: { ...env, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      // The list of blobs is written before they are copied.
      const isListed = async () => (await keys()).some((key) => list.test(key));
      await expect.poll(isListed, { timeout: 60_000 }).toBe(true);
      child.kill('SIGKILL');
      await ended;
      expect((await keys()).some((key) => key.startsWith('backups/'))).toBe(true);
      expect((await command(['list', url])).output).toContain('No complete backups');
      expect(await backUp(url)).toMatchObject({ code: 0 });
      expect((await command(['list', url])).output.split('\n')).toHaveLength(1);
      expect(await command(['verify', url])).toMatchObject({ code: 0 });
      expect((await keys()).filter((key) => list.test(key))).toHaveLength(1);
    });

    it.runIf(isComplete)('use a profile of the AWS files in place of the environment', async () => {
      const file = join(s3.place, 'credentials');
      const { accessKeyId, secretAccessKey } = s3.server.credentials;
      await writeFile(
        file,
        `[backups]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`,
      );
      vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'another');
      try {
        expect(await backUp(`${urlOf('profile')}&profile=backups`)).toMatchObject({ code: 0 });
        expect(await backUp(`${urlOf('profile')}&profile=unknown`)).toEqual({
          ...{
            code: 1,
            output: expect.stringMatching(/no credentials found for profile unknown \(.*\. Add it to/),
          },
        });
      } finally {
        vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
      }
    });
  });
}
