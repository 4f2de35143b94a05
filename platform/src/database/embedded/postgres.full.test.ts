import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namespaceUser, ordinaryUser } from './ordinaryUser.ts';
import type { PostgresMessage } from './PostgresLog.ts';
import { startPostgres } from './startPostgres.ts';

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** A program that opens a connection as the database's user, and prints the response. */
const hello = (sockets: string) => `
  const socket = require('node:net').connect(${JSON.stringify(join(sockets, '.s.PGSQL.5432'))});
  const names = Buffer.from('user\\0lading\\0database\\0postgres\\0\\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + names.length);
  head.writeInt32BE(196608, 4);
  socket.on('error', (error) => console.log(error.message));
  socket.once('data', (answer) => {
    console.log(answer[0] === 82 ? 'welcome' : answer.toString());
    socket.destroy();
  });
  socket.write(Buffer.concat([head, names]));`;

describe('the embedded database', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-postgres-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is durable, and inaccessible from the network and for other users, whatever the length of its path', async () => {
    const home = join(folder, 'a-long-name-of-a-folder'.repeat(6));
    const database = await startPostgres(home);
    const settings = `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit') order by name`;
    expect(await ask(database.url, settings)).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
    const sockets = new URL(database.url).searchParams.get('host') ?? '';
    expect(Buffer.byteLength(sockets)).toBeLessThan(85);
    expect((await stat(sockets)).mode & 0o777).toBe(0o700);
    expect((await stat(join(home, 'postgres'))).mode & 0o777).toBe(0o700);
    await database.stop();
    await rm(sockets, { recursive: true, force: true });
  });

  it('reports its messages, without values', async () => {
    const said: PostgresMessage[] = [];
    const database = await startPostgres(folder, { say: (message) => said.push(message) });
    const ready = 'database system is ready to accept connections';
    await expect.poll(() => said).toContainEqual({ level: 'info', code: '00000', text: ready });
    await ask(database.url, 'create table t (k text primary key)');
    for (const query of [
      "select 'c4nary'::integer",
      "insert into t values ('c4nary'), ('c4nary')",
      "do $$ begin raise exception 'failed: %', quote_ident('C4NARY'); end $$",
    ])
      await expect(ask(database.url, query)).rejects.toThrow();
    await expect
      .poll(() => said.map(({ text }) => text))
      .toEqual(
        expect.arrayContaining([
          'invalid input syntax for type integer: … at character 8',
          'duplicate key value violates unique constraint "t_pkey"',
          'failed: …',
        ]),
      );
    await database.stop();
    expect(JSON.stringify(said)).not.toMatch(/c4nary/i);
  });

  it('reports its end without content of rows, and is restarted', async () => {
    const reports: [string, unknown][] = [];
    const report = (event: string, error?: unknown) => reports.push([event, error]);
    const database = await startPostgres(folder, { report });
    await ask(database.url, 'create table t (email text primary key, age int check (age > 0))');
    const failing = [
      "insert into t values ('c4nary@example.org', 1), ('c4nary@example.org', 2)",
      "insert into t values ('c4nary@example.org', -1)",
    ];
    for (const query of failing) await expect(ask(database.url, query)).rejects.toThrow('constraint');
    const [pid] = (await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await expect
      .poll(() => reports.map(([event]) => event), { timeout: 20_000 })
      .toEqual(['the embedded database exited and is restarted', 'the embedded database is available again']);
    const message = String(reports[0]?.[1]);
    expect(message).toMatch(/^Error: PostgreSQL exited with SIGKILL\./);
    expect(message).toContain('23505 duplicate key value violates unique constraint "t_pkey"');
    expect(message).toContain('violates check constraint "t_age_check"');
    expect(message).not.toMatch(/c4nary|insert|DETAIL|STATEMENT/);
    await database.stop();
  });

  it('starts over if its creation was interrupted', async () => {
    await mkdir(join(folder, 'postgres', 'data.new'), { recursive: true });
    await writeFile(join(folder, 'postgres', 'data.new', 'PG_VERSION'), 'half');
    const database = await startPostgres(folder);
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  const rootOnLinux = process.getuid?.() === 0 && process.platform === 'linux';
  it.runIf(rootOnLinux)(
    'runs as another user if user namespaces are forbidden, and can be switched back',
    async () => {
      const first = await startPostgres(folder);
      await ask(first.url, 'create table kept (id int)');
      await first.stop();

      const programs = join(folder, 'programs');
      await mkdir(programs);
      await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n');
      await chmod(join(programs, 'unshare'), 0o755);
      const path = process.env.PATH;
      process.env.PATH = `${programs}${delimiter}${path}`;
      const other = await startPostgres(folder).finally(() => {
        process.env.PATH = path;
      });
      const place = await readFile(join(folder, 'postgres', 'elsewhere'), 'utf8');
      try {
        expect(await ask(other.url, 'select * from kept')).toEqual([]);
        expect((await stat(join(place, 'data'))).uid).toBe(ordinaryUser().uid);
        await other.stop();

        const back = await startPostgres(folder);
        expect(await ask(back.url, 'select * from kept')).toEqual([]);
        expect((await stat(join(place, 'data'))).uid).toBe(0);
        await back.stop();
      } finally {
        await other.stop();
        await rm(place, { recursive: true, force: true });
      }
    },
  );

  it.runIf(rootOnLinux)('denies other users of the machine, even with access to the socket', async () => {
    await startPostgres(folder).then((first) => first.stop());
    // As earlier versions wrote it.
    await writeFile(join(folder, 'postgres', 'data', 'pg_hba.conf'), 'local all all trust\n');
    const database = await startPostgres(folder, { config: { unix_socket_permissions: '0777' } });
    const sockets = new URL(database.url).searchParams.get('host') ?? '';
    for (const path of [folder, sockets]) await chmod(path, 0o777);
    const connect = (uid: number) =>
      spawnSync('setpriv', [`--reuid=${uid}`, '--clear-groups', process.execPath, '-e', hello(sockets)], {
        encoding: 'utf8',
      }).stdout;
    expect(connect(0)).toContain('welcome');
    for (const uid of [65_534, 1, 54_321]) expect(connect(uid)).toContain('Peer authentication failed');
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  it('runs as a user that the machine knows', async () => {
    const list = join(folder, 'passwd');
    await writeFile(
      list,
      'root:x:0:0::/root:/bin/sh\nbin:x:2:2::/:/bin/false\nnobody:x:99:98::/:/bin/false\n',
    );
    expect(ordinaryUser(list)).toEqual({ name: 'nobody', uid: 99, gid: 98 });
    expect(namespaceUser(list)).toEqual({ name: 'bin', uid: 2, gid: 2 });
    await writeFile(list, 'root:x:0:0::/root:/bin/sh\nbin:x:2:3::/:/bin/false\n');
    expect(ordinaryUser(list)).toEqual({ name: 'bin', uid: 2, gid: 3 });
    expect(ordinaryUser(join(folder, 'none'))).toEqual({ name: 'nobody', uid: 65_534, gid: 65_534 });
    await writeFile(
      list,
      'root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/false\nlading:x:77:77::/:/bin/false\n',
    );
    expect(namespaceUser(list)).toEqual({ name: 'lading', uid: 77, gid: 77 });
  });
});
