import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { workFolder } from './workFolder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a socket. Connect to it and read one line: the directory of the run's release. */
    releaseSocket: string;
  }
}

/** Builds one release for the whole run, when the first test needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = workFolder('lading-built-');
  const output = join(folder, 'release');
  let built: Promise<unknown> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    built ??= buildRelease(output);
    built.then(
      () => socket.end(`${output}\n`),
      (error: Error) => socket.end(`!${error.message}\n`),
    );
  });
  const path = join(folder, 'ask');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide('releaseSocket', path);
  return async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Builds a release of this checkout, in less time than one to publish. Only one at a time can. */
export async function buildRelease(output: string): Promise<void> {
  const words = ['package.json', 'node', 'scripts/release.mjs', '--output', output];
  const env = { ...process.env, LADING_RELEASE_COMPRESSION: '1', TMPDIR: dirname(output) };
  await run('flock', words, { cwd: root, env, maxBuffer: 100_000_000 });
}

/** Returns the directory of the release that all tests of the run share. Don't write to it. */
export async function builtRelease(): Promise<string> {
  const answer = (await text(connect(inject('releaseSocket')))).trim();
  if (answer.startsWith('!')) throw new Error(answer.slice(1));
  return answer;
}
