import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BackupRun, BackupSettings } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const base = '/ui/api/v1/ui/backups';

describe('backups of the console', () => {
  let platform: TestPlatform;
  let parent: string;
  let target: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'lading-backups-'));
    target = join(parent, 'target');
    await mkdir(target);
    platform = await testPlatform();
  });
  afterAll(async () => {
    await platform.close();
    await rm(parent, { recursive: true, force: true });
  });

  const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    platform.app.inject({
      ...{ method, url: `${base}${url}`, headers: { authorization: platform.adminAuth } },
      ...(payload ? { payload } : {}),
    });
  const settings = (more: Partial<BackupSettings> = {}) => ({
    ...{ target, enabled: false, hour: 3, days: [1, 4], keep: 2 },
    ...more,
  });
  const newest = async () => (await call('GET', '')).json<{ backups: BackupRun[] }>().backups[0];
  const ended = async () => {
    for (;;) {
      const run = await newest();
      if (run && ['succeeded', 'failed'].includes(run.state)) return run;
      await wait(50);
    }
  };
  const metric = async (name: string) => {
    const { body } = await platform.app.inject({
      ...{ url: '/metrics', headers: { authorization: platform.adminAuth } },
    });
    return new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1];
  };

  it('have no metrics of their results before the first one, instead of none failed or missing', async () => {
    expect(await metric('lading_backup_scheduled')).toBe('0');
    for (const name of [
      ...['failed', 'missing_files', 'retention_failed'],
      ...['last_success_timestamp_seconds', 'last_duration_seconds', 'last_size_bytes'],
    ])
      expect([name, await metric(`lading_backup_${name}`)]).toEqual([name, undefined]);
  });

  it('are off until a target is configured', async () => {
    expect((await call('GET', '/settings')).json()).toMatchObject({ target: '', enabled: false, keep: 7 });
    const answer = await call('POST', '');
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('NO_BACKUP_TARGET')]);
  });

  it('validate the target before it is saved', async () => {
    const check = async (path: string) => (await call('POST', '/check', { target: path })).json();
    expect(await check(target)).toMatchObject({ usable: true, backups: 0, free: expect.any(Number) });
    const { home } = platform.settings;
    for (const [path, reason] of [
      ['relative/path', 'is not an absolute path'],
      [join(parent, 'none'), 'does not exist'],
      [parent, 'contains other files'],
      [home, 'is inside'],
      [join(home, 'blobs', 'incoming'), 'is inside'],
    ] as const)
      expect([path, await check(path)]).toEqual([
        path,
        { usable: false, reason: expect.stringContaining(reason) },
      ]);
    const rejected = await call('PUT', '/settings', settings({ target: join(parent, 'none') }));
    expect([rejected.statusCode, rejected.body]).toEqual([400, expect.stringContaining('BAD_BACKUP_TARGET')]);
    const dayless = await call('PUT', '/settings', settings({ enabled: true, days: [] }));
    expect([dayless.statusCode, dayless.body]).toEqual([400, expect.stringContaining('BAD_SCHEDULE')]);
    const saved = await call('PUT', '/settings', settings({ enabled: true }));
    expect(saved.json()).toMatchObject({ target, enabled: true, nextRun: expect.any(String) });
  });

  it('run on request, and keep the configured number', async () => {
    for (let count = 0; count < 3; count++) {
      const { statusCode } = await call('POST', '');
      expect(statusCode).toBe(202);
      expect(await ended()).toMatchObject({
        ...{ state: 'succeeded', target, requestedBy: 'admin', missingBlobs: 0 },
        ...{ name: expect.any(String), databaseBytes: expect.any(Number), done: expect.any(Number) },
      });
    }
    expect(await readdir(join(target, 'backups'))).toHaveLength(2);
    const age = Date.now() / 1000 - Number(await metric('lading_backup_last_success_timestamp_seconds'));
    expect(age).toBeLessThan(60);
    expect(await metric('lading_backup_scheduled')).toBe('1');
    expect(await metric('lading_backup_failed')).toBe('0');
    expect(await metric('lading_backup_retention_failed')).toBe('0');
    expect(await metric('lading_backup_missing_files')).toBe('0');
  });

  it('that could not delete old ones are reported by a metric', async () => {
    // Old backups are not deleted while the files of a remaining one are unknown.
    const [, middle = ''] = await readdir(join(target, 'backups'));
    await writeFile(join(target, 'backups', middle, 'manifest.json'), '{}');
    await call('POST', '');
    await ended();
    expect(await newest()).toMatchObject({
      state: 'succeeded',
      error: expect.stringContaining('old backups'),
    });
    expect(await metric('lading_backup_retention_failed')).toBe('1');
    expect(await metric('lading_backup_failed')).toBe('0');
  });

  it('show why they failed, and are not retried automatically', async () => {
    await rm(target, { recursive: true });
    await call('POST', '');
    const reason = `Directory ${target} does not exist. Create or mount it`;
    expect(await ended()).toMatchObject({ state: 'failed', error: reason });
    expect(await metric('lading_backup_failed')).toBe('1');
    await mkdir(target);
    await chmod(target, 0o700);
  });
});
