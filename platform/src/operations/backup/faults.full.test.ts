import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { emptyDatabase } from '../../testing/testDatabase.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { runCommand } from '../command/runCommand.ts';
import { DirectoryTarget } from './DirectoryTarget.ts';
import { pruneTarget } from './pruneTarget.ts';

let platform: TestPlatform;
let parent: string;
let target: string;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  parent = await temporaryFolder('lading-backups-');
  target = await mkdtemp(join(parent, 'target-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

async function command(args: string[], env: Record<string, string> = {}) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const code = await runCommand(args, { LADING_MIN_FREE_SPACE: '0', ...env }, { say: add, complain: add });
  return { code, output: output.join('\n') };
}

async function backUp(...more: string[]) {
  const { home, databaseUrl = '' } = platform.settings;
  // Without pauses for clients, which take most of the time of a small backup.
  const outcome = await command(['backup', target, '--home', home, '--fast', ...more], {
    LADING_DATABASE_URL: databaseUrl,
  });
  const [, name = ''] = /Backup (\S+) /.exec(outcome.output) ?? [];
  return { ...outcome, name };
}
const verify = () => command(['verify', target]);
const restore = (...more: string[]) => restoreInto(join(parent, 'restored'), more);
async function restoreInto(home: string, more: string[]) {
  const database = await emptyDatabase();
  try {
    return await command(['restore', target, '--home', home, '--new-secrets-key', ...more], {
      LADING_DATABASE_URL: database.url,
    });
  } finally {
    await database.drop();
  }
}

/** Publishes a file that is not in the journal. Returns where its bytes and their copy are. */
async function publish(name: string) {
  const payload = name.repeat(100_000);
  const { statusCode } = await platform.app.inject({
    ...{ method: 'PUT', url: `/artifactory/generic-local/${name}`, payload },
    headers: { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' },
  });
  expect(statusCode).toBe(201);
  const sha256 = createHash('sha256').update(payload).digest('hex');
  const way = join('blobs', sha256.slice(0, 2), sha256);
  return { stored: join(platform.settings.home, way), copy: join(target, way) };
}

const noFaults = { code: 0, output: expect.stringContaining('no damaged or missing files') };

describe('damage in the target', () => {
  it('is reported for each backup that had the file, though an older one never had it', async () => {
    const { stored, copy } = await publish('lost-and-repaired');
    await rename(stored, `${stored}-away`);
    const first = await backUp();
    await rename(`${stored}-away`, stored);
    expect(await verify()).toEqual(noFaults);
    const second = await backUp();
    await rm(copy);
    const { code, output } = await verify();
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`${copy} is missing, part of ${second.name}\n`),
    ]);
    expect(await restore()).toEqual({ code: 1, output: expect.stringContaining(`${copy} is missing`) });
    expect(await restore('--at', first.name)).toMatchObject({ code: 0 });
  });

  it('is repaired by the next backup if a file has another size', async () => {
    const { copy } = await publish('truncated');
    await backUp();
    const { size } = await stat(copy);
    await truncate(copy, 10);
    const { code, output } = await verify();
    expect([code, output]).toEqual([1, expect.stringContaining(`${copy} is damaged`)]);
    expect((await backUp()).output).toContain('878.9 KiB of them copied');
    expect((await stat(copy)).size).toBe(size);
    expect(await verify()).toEqual(noFaults);
  });

  it('of the same size is repaired after the operator deletes the file, as verify tells', async () => {
    const { copy } = await publish('flipped');
    await backUp();
    const bytes = await readFile(copy);
    bytes[0] = 0;
    await writeFile(copy, bytes);
    const { code, output } = await verify();
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('Delete the damaged files in blobs/: the next backup copies them'),
    ]);
    await rm(copy);
    await backUp();
    expect(await verify()).toEqual(noFaults);
  });
});
describe('retention', () => {
  const future = '2099-01-01T00-00-00Z';

  it('keeps the new backup, which is the newest one, when the clock was set back', async () => {
    const first = await backUp();
    await rename(join(target, 'backups', first.name), join(target, 'backups', future));
    await publish('after-the-clock-was-set-back');
    const second = await backUp('--keep', '1');
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining(`Deleted backup ${future}`) });
    expect(second.name).toBe('2099-01-01T00-00-01Z');
    expect(await readdir(join(target, 'backups'))).toEqual([second.name]);
    expect((await command(['list', target])).output).toMatch(/^2099-01-01T00:00:01Z {2}.*, created 20\d\d-/);
    expect((await restore()).output).toContain(`Restored backup ${second.name}`);
  });

  it('never deletes the backup that was just made, also if another one has a later name', async () => {
    const [own, later] = [await backUp(), await backUp()];
    const all = new DirectoryTarget(target);
    const deleted = await pruneTarget(all, { keep: 1, own: own.name, isAlone: async () => undefined });
    expect([deleted, await all.list()]).toEqual([[later.name], [own.name]]);
  });
});

describe('a backup without content that the server lost', () => {
  it('fails the command with the next step, and is incomplete in the metrics', async () => {
    const { stored } = await publish('lost');
    await rename(stored, `${stored}-away`);
    const { code, output } = await backUp();
    await rename(`${stored}-away`, stored);
    expect(code).toBe(1);
    expect(output).toMatch(/Backup \S+ is incomplete/);
    expect(output).toMatch(/1 stored file is damaged or missing in the blob directory .* npm run verify/);
    expect(await metric('lading_backup_missing_files')).toBe('1');
    expect((await backUp()).code).toBe(0);
    expect(await metric('lading_backup_missing_files')).toBe('0');
  });
});

describe('a backup of a newer version', () => {
  it('is named by verify, which goes on with the others', async () => {
    const newer = await backUp();
    const { copy } = await publish('after-the-newer-one');
    const own = await backUp();
    const folder = join(target, 'backups', newer.name);
    const manifest = (await readFile(join(folder, 'manifest.json'), 'utf8')).replace(
      '"format": 1',
      '"format": 2',
    );
    await writeFile(join(folder, 'manifest.json'), manifest);
    await writeFile(join(folder, 'manifest.sha256'), createHash('sha256').update(manifest).digest('hex'));
    const verified = await verify();
    expect(verified.output).toContain(
      `Not verified: ${join(folder, 'manifest.json')} has format 2, which a newer version wrote`,
    );
    expect(verified).toEqual({
      code: 1,
      output: expect.stringMatching(/Verified 1 backup, .*: no damaged or missing files/),
    });
    expect(await command(['verify', target, '--at', own.name])).toEqual(noFaults);
    await rm(copy);
    expect((await verify()).output).toContain(`${copy} is missing, part of ${own.name}`);
    expect((await restore('--at', newer.name)).output).toContain('Use that version or a newer one');
  });

  it('is damaged if it is no manifest at all', async () => {
    const { name } = await backUp();
    const folder = join(target, 'backups', name);
    await writeFile(join(folder, 'manifest.json'), '{"format":1}');
    await writeFile(
      join(folder, 'manifest.sha256'),
      createHash('sha256').update('{"format":1}').digest('hex'),
    );
    const { code, output } = await verify();
    expect([code, output]).toEqual([1, expect.stringContaining('manifest.json is damaged, part of')]);
  });
});

describe('the list of backups', () => {
  it('contains the others and names the damaged one if a manifest is damaged', async () => {
    const first = await backUp();
    const second = await backUp();
    const manifest = join(target, 'backups', first.name, 'manifest.json');
    await writeFile(manifest, '{}');
    const { code, output } = await command(['list', target]);
    const [newest, oldest] = output.split('\n');
    const timeOf = (name: string) => name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:');
    expect([code, newest]).toEqual([1, expect.stringMatching(`^${timeOf(second.name)}  version`)]);
    expect(oldest).toContain(`${timeOf(first.name)}  cannot be restored: ${manifest} is damaged`);
  });

  it('in the console shows failed backups of the command with the reason', async () => {
    await writeFile(join(target, 'holiday.jpg'), '');
    const { code, output } = await backUp();
    expect([code, output]).toEqual([1, expect.stringContaining('contains other files')]);
    const list = await platform.app.inject({
      ...{ url: '/ui/api/v1/ui/backups', headers: { authorization: platform.adminAuth } },
    });
    expect(list.json().backups[0]).toMatchObject({
      ...{ state: 'failed', target, requestedBy: 'lading backup', ended: expect.any(String) },
      error: expect.stringContaining('contains other files, such as holiday.jpg'),
    });
    expect(await metric('lading_backup_failed')).toBe('1');
  });

  it('in the console remains short, and keeps the last success and the last scheduled time', async () => {
    const scheduled = { requested_by: null, state: 'failed', error: 'scheduled' };
    const rows = Array.from({ length: 600 }, (_, at) => ({
      ...{ requested_by: 'lading backup', state: 'failed', error: `old ${at}` },
      ...(at === 10 ? scheduled : {}),
      ...(at === 20 ? { state: 'succeeded', error: 'success' } : {}),
    }));
    const ask = <T extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
      withStorage(platform.storage, () => db().execute<T>(statement));
    await ask(sql`DELETE FROM backup_runs`);
    await ask(sql`INSERT INTO backup_runs (target, requested_by, state, error, ended)
      SELECT 'x', requested_by, state, error, now()
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS old (requested_by text, state text, error text)`);
    await writeFile(join(target, 'holiday.jpg'), '');
    await backUp();
    const found = await ask<{ error: string }>(sql`SELECT error FROM backup_runs ORDER BY id`);
    const errors = found.rows.map(({ error }) => error);
    expect(errors.slice(0, 3)).toEqual(['scheduled', 'success', 'old 100']);
    expect(errors.at(-1)).toContain('contains other files');
  });
});

async function metric(name: string) {
  const { body } = await platform.app.inject({
    ...{ url: '/metrics', headers: { authorization: platform.adminAuth } },
  });
  return new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1];
}
