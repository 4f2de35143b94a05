import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { consoleVersion } from '../check/consoleSdk.ts';
import { KitError } from '../KitError.ts';

const DEFAULT = 'http://localhost:8082';

/** Runs the browser tests of a plugin in one console after the other. Throws `KitError`. */
export async function e2eCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { console: { type: 'string', multiple: true } },
  });
  const folder = join(resolve(positionals[0] ?? '.'), 'e2e');
  const files = await testsIn(folder);
  const given = values.console ?? [process.env.CONSOLE_URL || DEFAULT];
  const addresses = given
    .flatMap((text) => text.split(','))
    .map((text) => text.trim().replace(/\/+$/, ''))
    .filter((text) => text !== '');
  if (addresses.length === 0) throw new KitError(`No console given. Expected an address such as ${DEFAULT}.`);
  // All of them are asked first: no test runs if one of the consoles is not running.
  const versions: string[] = [];
  for (const address of addresses) versions.push(await consoleVersion(address));
  const failed: string[] = [];
  for (const [index, address] of addresses.entries()) {
    const about = `${address}: Lading ${versions[index]}`;
    console.log(about);
    const passed = await runTests(folder, files, address);
    console.log(`${about}: ${passed ? 'passed' : 'failed'}`);
    if (!passed) failed.push(address);
  }
  if (failed.length > 0)
    throw new KitError(
      `The tests failed in ${failed.length} of ${addresses.length} consoles: ${failed.join(', ')}.`,
    );
}

async function testsIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const files = names.filter((name) => /\.m?js$/.test(name)).sort();
  if (files.length > 0) return files;
  throw new KitError(`${folder} has no tests. Expected files that end with .mjs or .js.`);
}

/** In a process of their own, as with `node --test`; each console has the same tests. */
function runTests(folder: string, files: readonly string[], address: string): Promise<boolean> {
  // A test runner that runs the kit itself would otherwise hide the report.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...env, CONSOLE_URL: address },
    });
    child.on('error', fail);
    child.on('close', (code) => done(code === 0));
  });
}
