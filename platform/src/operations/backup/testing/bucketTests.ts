import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { S3Bucket } from '../../../blobs/s3/S3Bucket.ts';
import { FaultyTcpProxy } from '../../../blobs/s3/testing/FaultyTcpProxy.ts';
import { blobEnvironment, type S3Server } from '../../../blobs/s3/testing/S3Server.ts';
import { withStorage } from '../../../database/db.ts';
import { connectForDump } from '../../../database/dump/DumpClient.ts';
import { checkSecretsKey } from '../../../secrets/checkKey.ts';
import { readS3Place } from '../../../settings/s3Place.ts';
import { compileServer, root } from '../../../testing/serverProcess.ts';
import { emptyDatabase } from '../../../testing/testDatabase.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { runCommand } from '../../command/runCommand.ts';
import { createBackup, type BackupProgress as Progress } from '../createBackup.ts';
import { createOwner } from '../marker.ts';
import { openSource } from '../openDatabase.ts';
import { openTarget } from '../openTarget.ts';

const sha256Of = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

async function command(args: string[], env: Record<string, string> = {}) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const code = await runCommand(args, { LADING_MIN_FREE_SPACE: '0', ...env }, { say: add, complain: add });
  return { code, output: output.join('\n') };
}

/** Tests backups to buckets with a running server. `isComplete`: the server checks signatures. */
export function describeBucketBackups(
  start: () => Promise<S3Server>,
  { isComplete = false }: { isComplete?: boolean } = {},
): void {
  describe('backups in a bucket', () => {
    let server: S3Server;
    let proxy: FaultyTcpProxy;
    let platform: TestPlatform;
    let place: string;
    beforeAll(async () => {
      server = await start();
      proxy = await FaultyTcpProxy.start(Number(new URL(server.endpoint).port));
      vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
      platform = await testPlatform();
      await withStorage(platform.storage, () => checkSecretsKey(platform.app.seal, 'the key'));
      place = await mkdtemp(join(tmpdir(), 'lading-backups-'));
    }, 120_000);
    afterAll(async () => {
      await platform?.close();
      await proxy?.stop();
      await server?.stop();
      vi.unstubAllEnvs();
      if (place) await rm(place, { recursive: true, force: true });
    });

    const put = async (path: string, payload: string | Buffer) => {
      const { statusCode } = await platform.app.inject({
        ...{ method: 'PUT', url: `/artifactory/generic-local/${path}`, payload },
        headers: { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' },
      });
      expect(statusCode).toBe(201);
    };
    const urlOf = (prefix: string, at: { endpoint: string } = server, bucket = server.bucket) =>
      blobEnvironment({ endpoint: at.endpoint, bucket }, prefix).LADING_BLOB_URL;
    const environment = (env: Record<string, string> = {}) => ({
      ...{ LADING_HOME: platform.settings.home, LADING_DATABASE_URL: platform.settings.databaseUrl ?? '' },
      ...env,
    });
    const backUp = (url: string, ...more: string[]) => command(['backup', url, ...more], environment());

    async function keysOf(url: string): Promise<string[]> {
      const bucket = await S3Bucket.open(readS3Place(url));
      try {
        const keys: string[] = [];
        for await (const { key } of bucket.list()) keys.push(key);
        return keys;
      } finally {
        bucket.close();
      }
    }

    /** Changes one object of a bucket. */
    async function change(url: string, work: (bucket: S3Bucket) => Promise<void>): Promise<void> {
      const bucket = await S3Bucket.open(readS3Place(url));
      await work(bucket).finally(() => bucket.close());
    }

    async function deleteAll(url: string, start: string): Promise<void> {
      const keys = (await keysOf(url)).filter((key) => key.startsWith(start));
      await change(url, async (bucket) => {
        for (const key of keys) await bucket.delete(key);
      });
    }

    const sourceOf = async () => ({
      ...(await openSource(platform.settings)),
      databaseUrl: platform.settings.databaseUrl ?? '',
    });

    /** Restores the newest backup as a second copy of the installation, and works with it. */
    async function withCopy(
      url: string,
      work: (copy: { backUp(url: string): ReturnType<typeof command>; databaseUrl: string }) => Promise<void>,
    ): Promise<void> {
      const database = await emptyDatabase();
      const home = join(await mkdtemp(join(place, 'copy-')), 'home');
      const env = { LADING_DATABASE_URL: database.url, LADING_HOME: home };
      try {
        const restore = await command(['restore', url, '--home', home, '--new-secrets-key'], env);
        expect(restore).toEqual({ code: 0, output: expect.stringContaining('Restored backup') });
        await work({ backUp: (target) => command(['backup', target], env), databaseUrl: database.url });
      } finally {
        await database.drop();
      }
    }

    /** Restores the newest backup, and returns the responses for some files. */
    async function restored(url: string, paths: string[], env: Record<string, string> = {}) {
      const database = await emptyDatabase();
      const home = join(await mkdtemp(join(place, 'restored-')), 'home');
      const all = { LADING_DATABASE_URL: database.url, ...env };
      try {
        const outcome = await command(['restore', url, '--home', home, '--new-secrets-key'], all);
        expect(outcome).toEqual({ code: 0, output: expect.stringContaining('Restored backup') });
        const copy = await testPlatform({ env: { ...all, LADING_HOME: home } });
        try {
          const found = await Promise.all(
            paths.map((path) =>
              copy.app.inject({
                ...{ url: `/artifactory/generic-local/${path}` },
                headers: { authorization: copy.adminAuth },
              }),
            ),
          );
          return found.map(({ statusCode, rawPayload }) => [statusCode, sha256Of(rawPayload)]);
        } finally {
          await copy.close();
        }
      } finally {
        await database.drop();
      }
    }

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
      expect(await restored(url, paths, blobEnvironment(server, 'restored'))).toEqual(expected);
      expect(await keysOf(urlOf('restored'))).toContain('store-id');
    }, 120_000);

    it('copy only what is new, and retention deletes only what no remaining backup needs', async () => {
      const url = urlOf('kept');
      await put('b/shared.txt', 'needed by both');
      await put('b/first.txt', 'needed by the first');
      const first = await backUp(url);
      for (const path of ['artifactory/generic-local/b/first.txt', 'ui/api/v1/ui/trash'])
        await platform.app.inject({
          ...{ method: 'DELETE', url: `/${path}`, headers: { authorization: platform.adminAuth } },
        });
      await withStorage(platform.storage, async () => {
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
    }, 120_000);

    it('of one installation wait for each other', async () => {
      const url = urlOf('parallel');
      const all = await Promise.all([backUp(url), backUp(url, '--keep', '1'), backUp(url)]);
      expect(all).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
      expect(await command(['verify', url])).toMatchObject({
        ...{ code: 0, output: expect.stringContaining('no damaged or missing files') },
      });
    }, 120_000);

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
        const failed = await command(['restore', url, '--home', join(place, 'never'), '--new-secrets-key']);
        expect(failed).toEqual({ code: 1, output: expect.stringContaining('No complete backups') });
        expect(await backUp(url)).toMatchObject({ code: 0 });
        const keys = await keysOf(url);
        const names = new Set(keys.flatMap((key) => /^backups\/([^/]+)\//.exec(key)?.[1] ?? []));
        expect(names.size).toBe(1);
        expect(keys).not.toContain(left);
        expect(await command(['verify', url])).toMatchObject({ code: 0 });
      },
      120_000,
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
      120_000,
    );

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
    }, 120_000);

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
    }, 120_000);

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
          await expect(createBackup({ source: await sourceOf(), target })).rejects.toThrow(
            /at the same time/,
          );
        } finally {
          target.close();
          other.close();
          await client.end();
        }
      });
      expect((await command(['list', url])).output.split('\n')).toHaveLength(1);
      expect(await command(['verify', url])).toMatchObject({ code: 0 });
    }, 120_000);

    it.runIf(isComplete)(
      'of two copies never list a damaged backup, whichever is first',
      async () => {
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
      },
      120_000,
    );

    it('survive lost connections, and fail without a trace of a complete one if the server is lost', async () => {
      const url = urlOf('lost', proxy);
      await put('c/lost.bin', randomBytes(12_000_000));
      Object.assign(proxy, { loseAfterSent: 200_000, losses: 2, lost: 0 });
      expect(await backUp(url)).toMatchObject({ code: 0 });
      expect(proxy.lost).toBe(2);
      expect(await command(['verify', url])).toMatchObject({ code: 0 });
      await put('c/later.bin', randomBytes(12_000_000));
      Object.assign(proxy, { loseAfterSent: 200_000, losses: 1_000_000 });
      proxy.reset();
      const failed = await backUp(url);
      Object.assign(proxy, { losses: 0 });
      expect(failed).toEqual({
        code: 1,
        output: expect.stringMatching(/is not reachable \(.*\)\. Check the endpoint/),
      });
      expect((await command(['list', url])).output.split('\n')).toHaveLength(1);
    }, 120_000);

    it.runIf(isComplete)(
      'leave no complete one if the process is killed while it copies',
      async () => {
        compileServer();
        const url = urlOf('killed');
        const keys = () => keysOf(url);
        const list = /^backups\/[^/]+\/blobs\.gz$/;
        await put('k/killed.bin', randomBytes(9_000_000));
        const main = join(root, 'platform/dist/operations/command/main.js');
        const env = { ...environment(), PATH: process.env.PATH ?? '', LADING_MIN_FREE_SPACE: '0' };
        const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = server.credentials;
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
      },
      120_000,
    );

    it.runIf(isComplete)('use a profile of the AWS files in place of the environment', async () => {
      const file = join(place, 'credentials');
      const { accessKeyId, secretAccessKey } = server.credentials;
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

    it('report damaged and missing objects', async () => {
      const url = urlOf('damaged');
      await put('d/file.txt', 'damaged later');
      await put('d/gone.txt', 'missing later');
      expect(await backUp(url)).toMatchObject({ code: 0 });
      const [damaged, gone] = [sha256Of('damaged later'), sha256Of('missing later')];
      await change(url, async (bucket) => {
        await bucket.put(`blobs/${damaged.slice(0, 2)}/${damaged}`, Buffer.from('damaged!'));
        await bucket.delete(`blobs/${gone.slice(0, 2)}/${gone}`);
      });
      const { code, output } = await command(['verify', url]);
      expect(code).toBe(1);
      expect(output).toContain(`damaged/blobs/${damaged.slice(0, 2)}/${damaged} is damaged`);
      expect(output).toContain(`damaged/blobs/${gone.slice(0, 2)}/${gone} is missing`);
      expect(output).toContain('Delete the damaged files in blobs/: the next backup copies them');
      // The size of the damaged one differs.
      expect(await backUp(url)).toMatchObject({ code: 0 });
      expect(await command(['verify', url])).toMatchObject({
        ...{ code: 0, output: expect.stringContaining('no damaged or missing files') },
      });
      const keys = await keysOf(url);
      const manifest = keys.find((key) => key.endsWith('manifest.json')) ?? '';
      await change(url, (bucket) => bucket.put(manifest, Buffer.from('{}')));
      expect(await command(['verify', url])).toMatchObject({
        ...{ code: 1, output: expect.stringContaining(`${manifest} is damaged`) },
      });
    }, 120_000);

    it('fail with the reason and the next step, and without secrets', async () => {
      const secret = 'wrong-secret-0123456789';
      const outputs: string[] = [];
      const fail = async (url: string, message: RegExp, env: Record<string, string> = {}) => {
        for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
        const { code, output } = await backUp(url);
        for (const name of Object.keys(env))
          vi.stubEnv(
            name,
            name === 'AWS_ACCESS_KEY_ID'
              ? server.credentials.accessKeyId
              : server.credentials.secretAccessKey,
          );
        outputs.push(output);
        expect([code, output]).toEqual([1, expect.stringMatching(message)]);
      };
      if (isComplete) {
        await fail(urlOf('wrong'), /rejected the credentials \(.+\)\. Set AWS_ACCESS_KEY_ID/, {
          AWS_SECRET_ACCESS_KEY: secret,
        });
        await fail(
          urlOf('wrong'),
          /rejected the credentials \(InvalidAccessKeyId.*\)\. Set AWS_ACCESS_KEY_ID/,
          {
            AWS_ACCESS_KEY_ID: 'unknown-key',
          },
        );
      }
      await fail(
        urlOf('x', server, 'no-such-bucket'),
        /bucket no-such-bucket does not exist at .*\. Create it/,
      );
      await fail(
        urlOf('x', { endpoint: 'http://127.0.0.1:9' }),
        /127\.0\.0\.1:9 is not reachable \(.*ECONNREFUSED/,
      );
      await change(urlOf('other'), (bucket) => bucket.put('holiday.jpg', Buffer.from('1')));
      await fail(urlOf('other'), /contains other objects, such as holiday\.jpg\. Select an empty/);
      const foreign = JSON.stringify({ format: 1, instance: 'another' });
      await change(urlOf('foreign'), (bucket) => bucket.put('lading-backups.json', Buffer.from(foreign)));
      await fail(urlOf('foreign'), /contains backups of another installation/);
      await change(urlOf('marker'), (bucket) => bucket.put('lading-backups.json', Buffer.from('{')));
      await fail(urlOf('marker'), /lading-backups\.json in .* is damaged/);
      const { code, output } = await command(
        ['backup', urlOf('store/backups')],
        environment(blobEnvironment(server, 'store')),
      );
      expect([code, output]).toEqual([1, expect.stringContaining('overlaps the blob store')]);
      const withPassword = await backUp(`s3://key:${secret}@bucket/prefix`);
      expect(withPassword).toMatchObject({ code: 1, output: expect.stringContaining('Set credentials as') });
      for (const text of [...outputs, output, withPassword.output]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(server.credentials.secretAccessKey);
      }
    }, 120_000);
  });
}
