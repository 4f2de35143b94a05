// Peers and measuring tools are outside the workspaces: the product neither ships nor tests them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../tools/', import.meta.url));

/** Git-ignored; contains all files that a run creates. */
export const work = fileURLToPath(new URL('../.work/', import.meta.url));
const folder = join(work, 'tools');

const require = createRequire(join(folder, 'package.json'));

/** Loads a module of the tools, once `ensureTools` has run. */
export const tool = (name) => require(name);
/** Returns the path of a file inside a tool. */
export const toolFile = (path) => join(folder, 'node_modules', path);

/** Installs the tools when they are missing or do not match the lock file. */
export function ensureTools() {
  if (read(join(folder, 'node_modules/.installed')) === wanted()) return;
  console.log('installing the peers and tools into bench/.work/tools');
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, file), join(folder, file));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
  copyFileSync(join(folder, 'package-lock.json'), join(folder, 'node_modules/.installed'));
}

const wanted = () => readFileSync(join(source, 'package-lock.json'), 'utf8');

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
