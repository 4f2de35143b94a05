import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileServer, freePort, ServerProcess, temporaryHome } from './testing/serverProcess.ts';

/** Lists processes with this working directory, such as PostgreSQL in its data directory. */
function processesIn(folder: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(10);
}

/** Responses come earlier; until then, a signal ends the server at once. */
const started = (server: ServerProcess) => eventually(() => server.output.includes('Lading listens at'));

const signIn = (server: ServerProcess, password: string) =>
  fetch(`${server.url}/ui/api/v1/ui/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'admin', password, type: 'login' }),
  });

const changePassword = (server: ServerProcess, oldPassword: string, chosen: string) =>
  fetch(`${server.url}/ui/api/v1/ui/auth/changePassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'admin', oldPassword, newPassword1: chosen, newPassword2: chosen }),
  });

describe('the server with its embedded database', () => {
  let home: string;
  let remove: () => Promise<void>;
  let port: number;
  beforeAll(async () => {
    compileServer();
    ({ home, remove } = await temporaryHome());
    port = await freePort();
  });
  afterAll(() => remove());

  let password = '';

  it('prints its URL and the initial credentials once, and stops without leftovers', async () => {
    const server = new ServerProcess(home, port);
    expect(await server.answers()).toBe(true);
    await eventually(() => server.output.includes('/ui/'));
    expect(server.output).toContain(`Lading listens at http://localhost:${port}/ui/`);
    password = /password (\S+)/.exec(server.output)?.[1] ?? '';
    const warnings = server.output.split('The server runs as root').length - 1;
    expect(warnings).toBe(process.getuid?.() === 0 ? 1 : 0);
    const first = await signIn(server, password);
    expect(first.status).toBe(403);
    expect(await first.json()).toMatchObject({ code: 'CREDENTIALS_EXPIRED' });
    const chosen = 'a password that its user has chosen';
    expect((await changePassword(server, password, chosen)).status).toBe(200);
    password = chosen;
    expect((await signIn(server, password)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(processesIn(home)).toEqual([]);
  });

  it('keeps its data after a restart, prints no password again, and warns about an unknown setting', async () => {
    const server = new ServerProcess(home, port, { LADING_PROT: '1', LADING_LOG_LEVEL: 'info' });
    expect(await server.answers()).toBe(true);
    expect((await signIn(server, password)).status).toBe(200);
    await fetch(`${server.url}/artifactory/api/system/ping?key=hidden&x=1`, {
      headers: { authorization: 'Bearer hidden' },
    });
    expect(await server.stop()).toBe(0);
    expect(server.output).toContain('"url":"/artifactory/api/system/ping?key=…&x=1","status":200');
    expect(server.output).not.toContain('hidden');
    expect(server.output).not.toContain('password');
    expect(server.output).not.toContain(password);
    expect(server.errors).toMatch(/^Lading: Unknown setting LADING_PROT has no effect/);
  });

  it('rejects a second server on its data directory with one line', async () => {
    const [first, second] = [new ServerProcess(home, port), new ServerProcess(home, await freePort())];
    const both = [first, second];
    const answered = await Promise.all(both.map((server) => server.answers()));
    expect(answered.filter(Boolean)).toHaveLength(1);
    const [winner, loser] = answered[0] ? [first, second] : [second, first];
    expect(await loser.ended).toBe(3);
    expect(loser.errors).toBe(
      `Lading: LADING_HOME ${home} is in use by another server (process ${winner.pid}). Stop it, or set LADING_HOME to another directory.\n`,
    );
    expect(loser.output).toBe('');
    await winner.stop();
  });

  it('leaves no database running when killed, and restarts immediately, also when two servers try', async () => {
    const killed = new ServerProcess(home, port);
    await killed.answers();
    expect(processesIn(home)).not.toEqual([]);
    killed.kill();
    await killed.ended;
    const heirs = [new ServerProcess(home, await freePort()), new ServerProcess(home, await freePort())];
    const answered = await Promise.all(heirs.map((server) => server.answers()));
    expect(answered.filter(Boolean)).toHaveLength(1);
    for (const server of heirs) server.kill();
    await eventually(() => processesIn(home).length === 0);
  });

  it('restarts its database when it dies', async () => {
    const server = new ServerProcess(home, port);
    const health = async () => (await fetch(`${server.url}/router/api/v1/system/health`)).status;
    const healthy = async () => {
      while ((await health()) !== 200) await wait(20);
    };
    await server.answers();
    // The server responds before its database is ready, and a database that dies during startup is
    // a different case.
    await healthy();
    const pid = Number(readFileSync(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await eventually(() => server.output.includes('database exited'));
    // Sessions of the dead server can still respond for a moment.
    await eventually(async () => (await signIn(server, password)).status === 200);
    expect(await server.stop()).toBe(0);
    expect(processesIn(home)).toEqual([]);
  });

  it('writes the messages of its database to a log', async () => {
    const log = join(home, 'log/artifactory-database.log');
    const before = existsSync(log) ? readFileSync(log, 'utf8').length : 0;
    const server = new ServerProcess(home, port, { LADING_LOG_LEVEL: 'info' });
    await started(server);
    const said = 'PostgreSQL: database system is ready to accept connections';
    await eventually(() => readFileSync(log, 'utf8').slice(before).includes(said));
    expect(await server.stop()).toBe(0);
  });

  it('ignores lock files left by a dead database', async () => {
    // The PID in the lock files now belongs to another program.
    const mark = `${process.pid}\n${home}/postgres/data\n1\n5432\n${home}/run\n\n\n`;
    writeFileSync(join(home, 'postgres', 'data', 'postmaster.pid'), mark);
    writeFileSync(join(home, 'run', '.s.PGSQL.5432.lock'), mark);
    const server = new ServerProcess(home, port);
    await started(server);
    expect(await server.stop()).toBe(0);
  });

  it('reports which port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const server = new ServerProcess(home, port);
    expect(await server.ended).toBe(1);
    expect(server.errors).toBe(
      `Lading: LADING_PORT ${port} is in use by another program. Stop that program, or set LADING_PORT to another port.\n`,
    );
    other.close();
  });

  it('reports invalid settings before it does anything', async () => {
    const server = new ServerProcess(home, port, {
      LADING_BLOB_URL: 'ftp://host',
      LADING_ADMIN_PASSWORD: 'admin',
    });
    expect(await server.ended).toBe(2);
    expect(server.errors.split('\n')).toEqual([
      expect.stringMatching(/^Lading: LADING_BLOB_URL must be .*ftp: is not supported$/),
      expect.stringMatching(/^Lading: LADING_ADMIN_PASSWORD is too short/),
      '',
    ]);
  });

  it.each(['LADING_HOME', 'LADING_BLOB_URL'])(
    'ends immediately if %s is a path that cannot exist',
    async (name) => {
      const value = name === 'LADING_HOME' ? '/proc/lading' : 'file:///proc/lading';
      const server = new ServerProcess(home, port, { [name]: value, LADING_FEATURES: 'COMMON.NOSUCH' });
      expect(await server.ended).toBe(2);
      expect(server.errors.split('\n')).toEqual([
        expect.stringMatching(/^Lading: LADING_FEATURES contains COMMON\.NOSUCH, /),
        expect.stringMatching(new RegExp(`^Lading: ${name} must be a directory .*/proc/lading`)),
        '',
      ]);
    },
  );

  it('reports which database rejects its credentials, without the password', async () => {
    const url = `postgresql://lading:hidden@127.0.0.1:${await freePort()}/lading`;
    const server = new ServerProcess(home, port, { LADING_DATABASE_URL: url });
    expect(await server.ended).toBe(1);
    expect(server.errors).toMatch(
      /^Lading: Failed to connect to database lading at 127\.0\.0\.1:\d+ .*ECONNREFUSED/,
    );
    expect(server.errors).not.toContain('hidden');
  });
});
