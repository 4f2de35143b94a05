import { spawn } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { compileServer, freePort, root, ServerProcess } from '../../testing/serverProcess.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const password = 'an old tune of the sea';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const env = { LADING_ADMIN_PASSWORD: password, LADING_MIN_FREE_SPACE: '0' };
const contentOf = (name: string) => `content of ${name} `.repeat(name.length * 100);

async function lading(args: string[], home?: string): Promise<{ code: number | null; output: string }> {
  const main = join(root, 'platform/dist/operations/command/main.js');
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH ?? '', LADING_MIN_FREE_SPACE: '0', ...(home ? { LADING_HOME: home } : {}) },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: output + errors };
}

const urlOf = (server: ServerProcess, name: string) => `${server.url}/artifactory/generic-local/load/${name}`;

/** Publishes files until stopped. Returns the acknowledged names in order. */
function publish(server: ServerProcess, client: number) {
  const acknowledged: string[] = [];
  let isOver = false;
  const work = (async () => {
    for (let at = 0; !isOver; at++) {
      const name = `${client}-${at}.txt`;
      const { status } = await fetch(urlOf(server, name), {
        ...{ method: 'PUT', headers: { authorization }, body: contentOf(name) },
      });
      if (status === 201) acknowledged.push(name);
    }
  })();
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await work;
    },
  };
}

it('contains every file acknowledged before its start, and no partial ones, under load', async () => {
  compileServer();
  const parent = await temporaryFolder('lading-backup-');
  const [home, target, restored] = ['home', 'target', 'restored'].map((name) => join(parent, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(target);
  const server = new ServerProcess(home, await freePort(), env);
  let copy: ServerProcess | undefined;
  try {
    expect(await server.answers()).toBe(true);
    const clients = [1, 2, 3, 4].map((client) => publish(server, client));
    const files = () => clients.flatMap(({ acknowledged }) => acknowledged);
    await expect.poll(() => files().length, { timeout: 60_000 }).toBeGreaterThan(20);
    const before = files();
    const backup = await lading(['backup', target], home);
    expect([backup.code, backup.output]).toEqual([0, expect.stringMatching(/Backup \S+ completed/)]);
    expect(files().length).toBeGreaterThan(before.length);
    await Promise.all(clients.map((client) => client.stop()));
    // The key is stored separately from the backup.
    const key = join(parent, 'kept.key');
    await copyFile(join(home, 'secrets.key'), key);
    // The server is killed and its data is lost. Only the backup and the key are left.
    server.kill();
    await server.ended;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
    expect(await lading(['verify', target])).toMatchObject({ code: 0 });
    const outcome = await lading(['restore', target, '--home', restored, '--secrets-key', key]);
    expect([outcome.code, outcome.output]).toEqual([0, expect.stringContaining('Restored backup')]);

    copy = new ServerProcess(restored, await freePort());
    expect(await copy.answers()).toBe(true);
    const signIn = await fetch(`${copy.url}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'admin', password, type: 'login' }),
    });
    expect(signIn.status).toBe(200);
    for (const name of before) {
      const answer = await fetch(urlOf(copy, name), { headers: { authorization } });
      expect([name, answer.status, (await answer.text()) === contentOf(name)]).toEqual([name, 200, true]);
    }
    const listed = await fetch(`${copy.url}/artifactory/api/storage/generic-local/load`, {
      headers: { authorization },
    });
    const { children } = (await listed.json()) as { children: { uri: string }[] };
    for (const { uri } of children) {
      const name = uri.slice(1);
      const answer = await fetch(urlOf(copy, name), { headers: { authorization } });
      expect([name, (await answer.text()) === contentOf(name)]).toEqual([name, true]);
    }
    // The copy can use the same target, because it is the same installation.
    expect(await lading(['backup', target], restored)).toMatchObject({ code: 0 });
    expect(await copy.stop()).toBe(0);
    // A stopped server can be backed up too.
    expect(await lading(['backup', target, '--keep', '1'], restored)).toMatchObject({
      ...{ code: 0, output: expect.stringContaining('Deleted backup') },
    });
  } finally {
    for (const one of [server, copy]) one?.kill();
    await Promise.all([server.ended, copy?.ended]);
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
});
