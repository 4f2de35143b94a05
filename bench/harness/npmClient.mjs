import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporary } from './temporary.mjs';

const run = promisify(execFile);

/**
 * Returns the milliseconds that `npm install` takes for a project with an empty cache, and the
 * number of installed packages. `registry` is `{url, authorization}`; without it, npm uses the
 * machine's configuration. Its files are deleted at the end of the bench: while a disk is busy
 * deleting thousands of files, the next install is a third slower with any registry.
 */
export async function timeInstall(project, registry) {
  const folder = temporary('install');
  const cwd = join(folder, 'project');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'project', private: true, ...project }));
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--cache',
    join(folder, 'cache'),
  ];
  if (registry) args.push('--userconfig', userConfig(folder, registry));
  const started = performance.now();
  await run('npm', args, { cwd, maxBuffer: 10_000_000 });
  const took = performance.now() - started;
  return { took, packages: await countPackages(join(cwd, 'node_modules')) };
}

/** Returns whether the registry in the machine's npm configuration responds. */
export async function registryAnswers() {
  try {
    await run('npm', [
      'view',
      'express@4.21.2',
      'version',
      '--fetch-timeout',
      '5000',
      '--fetch-retries',
      '0',
    ]);
    return true;
  } catch {
    return false;
  }
}

function userConfig(folder, { url, authorization }) {
  const path = join(folder, 'npmrc');
  const [kind, secret] = (authorization ?? '').split(' ');
  const lines = [`registry=${url}`];
  const address = url.replace(/^https?:/, '');
  if (kind === 'Basic') lines.push(`${address}:_auth=${secret}`);
  if (kind === 'Bearer') lines.push(`${address}:_authToken=${secret}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

async function countPackages(folder) {
  let count = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    count += entry.name.startsWith('@')
      ? await countPackages(path)
      : 1 + (await countPackages(join(path, 'node_modules')));
  }
  return count;
}
