// Runs build steps, and skips those whose inputs are unchanged.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', 'build', '.lading', '.cache']);

/** A step's result is missing or was built from other inputs. */
export class Stale extends Error {}

/**
 * `root` is the absolute path of the checkout. A step's `inputs` are files and directories below
 * it, `after` names steps whose inputs count as its own, and `outputs` must exist for the step to
 * be skipped. With `check`, runs nothing and throws `Stale` for the first step that is out of date.
 */
export function stepsOf(root, { check = false } = {}) {
  const stamps = join(root, 'build/.stamps');
  const marks = new Map();

  return async function step(name, { inputs, after = [], outputs }, work) {
    const hash = createHash('sha256');
    for (const earlier of after) hash.update(`${earlier} ${marks.get(earlier)}\n`);
    for (const input of inputs) addPath(hash, root, input);
    const mark = hash.digest('hex');
    marks.set(name, mark);
    const stamp = join(stamps, name.replaceAll('/', '-'));
    if (read(stamp) === mark && outputs.every((path) => exists(join(root, path)))) return false;
    if (check) throw new Stale(name);
    const started = Date.now();
    await work();
    mkdirSync(stamps, { recursive: true });
    writeFileSync(stamp, mark);
    console.log(`Built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    return true;
  };
}

function addPath(hash, root, path) {
  const full = join(root, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (!found) {
    hash.update(`${path} is not there\n`);
  } else if (found.isDirectory()) {
    const names = readdirSync(full).filter((name) => !IGNORED.has(name) && !name.endsWith('.tsbuildinfo'));
    for (const name of names.sort()) addPath(hash, root, join(path, name));
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(`${path} ${found.size}\n`).update(readFileSync(full));
  }
}

function exists(path) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
