import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../access/audit/readAudit.ts';
import { beginEnrollment, confirmEnrollment } from '../../access/mfa/secondFactor.ts';
import { deviceCode } from '../../access/mfa/testing/deviceCode.ts';
import { issueToken, listTokens } from '../../access/tokens/tokens.ts';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { checkSecretsKey } from '../../secrets/checkKey.ts';
import { version } from '../../settings/version.ts';
import { removeServerNote, writeServerNote } from '../../storage/runningServer.ts';
import { emptyDatabase } from '../../testing/testDatabase.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { runCommand } from './runCommand.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  await withStorage(platform.storage, () => checkSecretsKey(platform.app.seal, 'the key'));
});
afterAll(() => platform.close());

async function lading(args: string[], { env = {}, typed = '' } = {}) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const { home, databaseUrl = '' } = platform.settings;
  const own = { LADING_HOME: home, LADING_DATABASE_URL: databaseUrl, LADING_MIN_FREE_SPACE: '0' };
  const terminal = { say: add, complain: add, readPassword: async () => typed };
  const code = await runCommand(args, { ...own, ...env }, terminal);
  return { code, output: output.join('\n') };
}

const signIn = async (user: string, password: string) => {
  const { statusCode, body } = await platform.app.inject({
    ...{ method: 'POST', url: '/ui/api/v1/ui/auth/login', payload: { user, password } },
  });
  return [statusCode, JSON.parse(body).code ?? ''];
};

describe('lading admin reset-password', () => {
  const old = 'an old tune of the sea';

  it('replaces a password, revokes tokens, and records it', async () => {
    await withStorage(platform.storage, () => createUser('rosa', { password: old }));
    await withStorage(platform.storage, () =>
      issueToken({ userName: 'rosa', scope: 'applied-permissions/user', expiresIn: 3600 }),
    );
    expect(await tokensOf('rosa')).toBe(1);
    const { code, output } = await lading(['admin', 'reset-password', 'rosa']);
    expect([code, output]).toEqual([0, expect.stringContaining('Password of rosa replaced: ')]);
    const [, password = ''] = /replaced: (\S+)/.exec(output) ?? [];
    expect(await signIn('rosa', old)).toEqual([401, expect.anything()]);
    expect(await signIn('rosa', password)).toEqual([403, 'CREDENTIALS_EXPIRED']);
    expect(await tokensOf('rosa')).toBe(0);
    const { events: records } = await withStorage(platform.storage, () =>
      readAudit({ user: 'rosa', limit: 10 }),
    );
    expect(records.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['user-changed', 'token-revoked']),
    );
    expect(JSON.stringify(records)).toContain('by a command on the server');
    expect(JSON.stringify(records)).not.toContain(password);
  });

  const tokensOf = async (user: string) =>
    (await withStorage(platform.storage, () => listTokens({ userName: user }))).length;

  it('reads a password from standard input, with the same rules as the console', async () => {
    await withStorage(platform.storage, () => createUser('ada', { password: old }));
    const typed = 'another tune of the sea';
    const args = ['admin', 'reset-password', 'ada', '--stdin'];
    const { code, output } = await lading(args, { typed });
    expect([code, output.includes(typed)]).toEqual([0, false]);
    expect(await signIn('ada', typed)).toEqual([403, 'CREDENTIALS_EXPIRED']);
    expect(await lading(args, { typed: 'short' })).toMatchObject({
      ...{ code: 1, output: expect.stringContaining('The password') },
    });
    expect(await lading(args)).toMatchObject({ code: 1, output: expect.stringContaining('The password') });
  });

  it('lists the administrators for an unknown user', async () => {
    expect(await lading(['admin', 'reset-password', 'nobody-here'])).toEqual({
      code: 1,
      output: 'User nobody-here not found. Administrators: admin',
    });
  });
});

describe('lading admin reset-mfa', () => {
  const password = 'an old tune of the sea';
  const statusOf = async (user: string) => {
    const payload = { user, password };
    const answer = await platform.app.inject({ method: 'POST', url: '/ui/api/v1/ui/auth/login', payload });
    return answer.json().mfaStatus;
  };

  it('lets a user sign in who lost the device and the recovery codes, and records it', async () => {
    await withStorage(platform.storage, async () => {
      await createUser('mona', { password });
      const holder = Buffer.from('a session');
      const { secret } = await beginEnrollment(holder, 'mona', 'Lading', platform.app.seal);
      await confirmEnrollment(holder, 'mona', deviceCode(secret), platform.app.seal);
    });
    expect(await statusOf('mona')).toBe('VERIFY');
    const { code, output } = await lading(['admin', 'reset-mfa', 'mona']);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('Multi-factor authentication of mona reset.'),
    ]);
    // A running server remembers a user for up to 2 seconds.
    await expect.poll(() => statusOf('mona')).toBe('NONE');
    const { events: records } = await withStorage(platform.storage, () =>
      readAudit({ user: 'mona', event: 'mfa-removed', limit: 10 }),
    );
    expect(records).toMatchObject([{ detail: expect.stringContaining('by a command on the server') }]);
    expect(await lading(['admin', 'reset-mfa', 'mona'])).toEqual({
      code: 1,
      output: 'User mona has no multi-factor authentication',
    });
  });

  it('is named by a password reset, which does not include it', async () => {
    await withStorage(platform.storage, async () => {
      await createUser('nora', { password });
      await createUser('olga', { password });
      await db().execute(sql`update users set mfa_since = now() where name = 'nora'`);
    });
    const { output } = await lading(['admin', 'reset-password', 'nora']);
    expect(output).toContain('run lading admin reset-mfa nora.');
    expect((await lading(['admin', 'reset-password', 'olga'])).output).not.toContain('reset-mfa');
  });

  it('lists the administrators for an unknown user', async () => {
    const { code, output } = await lading(['admin', 'reset-mfa', 'nobody-here']);
    expect([code, output]).toEqual([1, 'User nobody-here not found. Administrators: admin']);
  });
});

describe('lading check', () => {
  it('accepts an installation of this version', async () => {
    const { code, output } = await lading(['check']);
    expect([code, output]).toEqual([0, expect.stringContaining('of this version')]);
    expect(output).toContain('This version can start.');
  });

  it('rejects a downgrade, and another key', async () => {
    const database = await emptyDatabase();
    const home = mkdtempSync(join(tmpdir(), 'lading-check-'));
    try {
      const env = { LADING_HOME: home, LADING_DATABASE_URL: database.url };
      expect(await lading(['check'], { env })).toMatchObject({ code: 0 });
      const newer = await testPlatform({ env });
      await withStorage(newer.storage, () => checkSecretsKey(newer.app.seal, 'the key'));
      await withStorage(newer.storage, () =>
        db().execute(sql`insert into migrations (name) values ('migrations/9.9.9/0001-later.sql')`),
      );
      await newer.close();
      writeFileSync(join(home, 'secrets.key'), Buffer.alloc(32, 7).toString('base64'));
      const { code, output } = await lading(['check'], { env });
      expect(code).toBe(1);
      expect(output).toContain('A downgrade is not possible: use that version or a newer one');
      expect(output).toContain('secrets.key is not the encryption key');
      expect(output).toContain('This version cannot start');
      const reset = await lading(['admin', 'reset-password', 'admin'], { env });
      expect(reset.output).toContain('migrated by a newer version');
    } finally {
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('reports insufficient free space, and invalid settings', async () => {
    const little = await lading(['check'], { env: { LADING_MIN_FREE_SPACE: '9999999' } });
    expect([little.code, little.output]).toEqual([1, expect.stringContaining('of free space')]);
    expect(await lading(['check'], { env: { LADING_PORT: 'ten' } })).toEqual({
      code: 2,
      output: 'LADING_PORT must be a port from 0 (any free one) to 65535, not "ten"',
    });
  });
});

describe('lading status', () => {
  it('shows the state of the server that uses the directory', async () => {
    const { home } = platform.settings;
    // The test server runs in this process.
    expect(Number(readFileSync(join(home, 'lock'), 'utf8'))).toBe(process.pid);
    expect(await lading(['status'])).toMatchObject({ code: 1, output: expect.stringContaining('starting') });
    const { baseUrl: localUrl } = platform;
    const note = { pid: process.pid, version, address: 'https://packages.example.org', localUrl };
    writeServerNote(home, { ...note, started: '2026-01-31T14:05:00Z' });
    try {
      const { code, output } = await lading(['status']);
      expect([code, output]).toEqual([0, expect.stringContaining('https://packages.example.org/ui/')]);
      expect(output).toContain(version);
      const again = await lading(['start']);
      expect([again.code, again.output]).toEqual([3, expect.stringContaining('already running')]);
    } finally {
      removeServerNote(home);
    }
  });

  it('ignores files of a killed server', async () => {
    const home = mkdtempSync(join(tmpdir(), 'lading-status-'));
    try {
      const note = { version, address: '', localUrl: '', started: '' };
      for (const pid of [999_999_999, process.pid]) {
        writeFileSync(join(home, 'lock'), `${pid}\n`);
        writeServerNote(home, { pid, ...note });
        expect(await lading(['status', '--home', home])).toMatchObject({
          ...{ code: 1, output: expect.stringContaining('No server is running') },
        });
      }
      expect(await lading(['stop', '--home', home])).toMatchObject({ code: 0 });
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

describe('lading', () => {
  it.each([
    [['help'], 0, 'lading admin reset-password'],
    [['backup', '--help'], 0, 'lading backup TARGET'],
    [['version'], 0, version],
    [[], 2, 'lading start'],
    [['sart'], 2, 'Unknown command sart. Run lading help for help.'],
    [['admin', 'delete', 'rosa'], 2, 'Unknown command admin delete'],
    [['admin', 'reset-mfa', 'rosa', '--stdin'], 2, 'has no option --stdin'],
    [['stop', 'now'], 2, 'Wrong number of arguments'],
    [['stop', '--stdin'], 2, 'has no option --stdin'],
    [['stop', '--force'], 2, 'force'],
  ])('%s exits with code %s', async (args, code, text) => {
    const result = await lading(args);
    expect([result.code, result.output]).toEqual([code, expect.stringContaining(text)]);
  });
});
