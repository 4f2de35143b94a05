// Caches slow results that seldom change from one build to the next, in build/.cache.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum number of results kept. */
const KEPT = 400;

/**
 * `work` returns a Buffer; it is called only when no result is cached for `key` (texts and
 * Buffers).
 */
export async function cached(root, name, key, work) {
  const folder = join(root, 'build/.cache');
  const hash = createHash('sha256');
  for (const part of key) hash.update(part).update('\0');
  const file = join(folder, `${name}-${hash.digest('hex').slice(0, 32)}`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return kept;
  const result = await work();
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  if (names.length > KEPT) await Promise.all(names.map((old) => rm(join(folder, old), { force: true })));
  await writeFile(file, result);
  return result;
}
