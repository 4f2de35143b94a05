// The server archive: the built server and console, and a lock file for the few packages that are
// not bundled.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { create } from 'tar';
import { bundlePlatform } from '../bundle/platform.mjs';
import { stageChart } from './helm.mjs';
import { notices } from './notices.mjs';
import { packages } from './packages.mjs';

/** Fixed, so that the same commit gives the same bytes. */
const TIME = new Date('2000-01-01T00:00:00Z');

/**
 * Writes `lading-VERSION.tar.gz` into `target`, and returns its path. `root` is a built checkout,
 * with a slash at its end.
 */
export async function packServer(root, target) {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const name = `lading-${version}`;
  const parent = mkdtempSync(join(tmpdir(), 'lading-release-'));
  try {
    await stage(root, join(parent, name));
    const file = join(target, `${name}.tar.gz`);
    const options = { gzip: { level: 9, portable: true }, portable: true, mtime: TIME, cwd: parent, file };
    await create(options, filesIn(parent, name));
    return file;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function stage(root, folder) {
  const copy = (path, to = path, filter) =>
    cpSync(`${root}${path}`, join(folder, to), { recursive: true, ...(filter ? { filter } : {}) });
  for (const path of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', '.npmrc', 'importmap.json', 'docs'])
    copy(path);
  for (const path of ['platform/build', 'platform/package.json', 'build/console', 'build/sdk']) copy(path);
  for (const path of filesIn(root, 'platform/src')) if (path.endsWith('.sql')) copy(path);
  for (const plugin of readdirSync(`${root}plugins`)) copy(`plugins/${plugin}/build/package`);
  for (const file of ['install.mjs', 'runtime.mjs', 'runtime.json']) copy(`scripts/${file}`);
  for (const script of ['start.mjs', 'verify.mjs', 'lading.mjs'])
    copy(`scripts/release/files/${script}`, `scripts/${script}`);
  copy('scripts/release/files/README.md', 'README.md');
  copy('scripts/release/files/lading', 'bin/lading');
  copy('deploy/container');
  stageChart(root, join(folder, 'deploy/helm/lading'));
  await bundlePrograms(root, folder);
  const { manifest, lock } = packages(root);
  write(join(folder, 'package.json'), manifest);
  write(join(folder, 'package-lock.json'), lock);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), notices(root));
}

/**
 * Bundles the programs that the server runs in threads, and those of `npm run verify` and `npm run
 * lading`.
 */
async function bundlePrograms(root, folder) {
  const compiled = filesIn(root, 'platform/dist').filter((path) => /(?<!\.test)\.js$/.test(path));
  const threads = compiled.flatMap((path) =>
    [
      ...readFileSync(`${root}${path}`, 'utf8').matchAll(/new URL\('(\.\/\w+\.js)', import\.meta\.url\)/g),
    ].map(([, program]) => join(root, dirname(path), program)),
  );
  const commands = compiled.filter((path) => /\/(?:integrity|command)\/main\.js$/.test(path));
  for (const program of new Set([...threads, ...commands.map((path) => `${root}${path}`)])) {
    // Each into its own directory: the bundler resolves paths of files next to a module from there.
    const { outputFiles } = await bundlePlatform([program], { outdir: dirname(program), write: false });
    for (const { path, contents } of outputFiles) {
      const file = join(folder, relative(root, path));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents);
    }
  }
}

/** The files in a directory, with the directory's name, sorted. */
function filesIn(parent, directory) {
  return readdirSync(join(parent, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(parent, join(entry.parentPath, entry.name)))
    .sort();
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
