import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';

export const superuser = 'lading';

/** Creates the database's directory if missing. The operation is atomic. */
export async function ensureCluster(data: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  const unfinished = `${data}.new`;
  await mkdir(dirname(data), { recursive: true, mode: 0o700 });
  await rm(unfinished, { recursive: true, force: true });
  await run(launcher, binaries, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=peer',
    '--no-instructions',
  ]);
  await rename(unfinished, data);
}

/**
 * Allows connections only from this process's user, as the kernel reports it for the socket's other
 * end. Written before each start, because earlier versions allowed every user who could reach the
 * socket. The files keep their owner.
 */
export async function writeAuthentication(data: string, { seenAs }: Launcher): Promise<void> {
  const note = '# Lading writes this file at each start.\n';
  await writeFile(join(data, 'pg_hba.conf'), `${note}local all ${superuser} peer map=lading\n`);
  await writeFile(join(data, 'pg_ident.conf'), `${note}lading "${seenAs}" ${superuser}\n`);
}

function run(launcher: Launcher, binaries: Binaries, args: string[]): Promise<void> {
  const { command, args: all } = launcher.wrap(binaries.initdb, args);
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, {
      env: { ...binaries.env, LC_ALL: 'C', PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Failed to create the embedded database: ${said.trim()}`)),
    );
  });
}
