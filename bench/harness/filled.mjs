import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLading } from './lading.mjs';
import { work } from './tools.mjs';

const database = fileURLToPath(new URL('../../platform/src/database/', import.meta.url));

/**
 * Starts a platform with a data directory that `fill(lading)` has filled. The directory is reused
 * in the next run as long as the tables, the SQL functions, and `files`, the scripts that fill it,
 * are unchanged; older ones with the same name are deleted. `changed` means that this run changes
 * the data, so that the next run fills the directory again. Its log contains the time of each
 * request.
 */
export async function startFilled({ name, files, fill, log, changed = false }) {
  const home = join(work, `${name}-${digestOf(files)}`);
  const filled = join(home, 'filled');
  if (!existsSync(filled)) {
    for (const other of existsSync(work) ? readdirSync(work) : [])
      if (other.startsWith(`${name}-`)) rmSync(join(work, other), { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    const started = Date.now();
    const lading = await startLading({ home });
    try {
      // The console's own packages are published before the measurement: nothing else writes after
      // that.
      await (await fetch(`${lading.origin}/ui/`)).text();
      await fill(lading);
    } finally {
      await lading.stop();
    }
    writeFileSync(filled, '');
    log(`filled in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  if (changed) rmSync(filled);
  return startLading({ home, env: { LADING_LOG_LEVEL: 'info' } });
}

function digestOf(files) {
  const hash = createHash('sha256');
  const sql = readdirSync(database, { recursive: true }).filter((file) => file.endsWith('.sql'));
  for (const file of sql.sort()) hash.update(readFileSync(join(database, file)));
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}
