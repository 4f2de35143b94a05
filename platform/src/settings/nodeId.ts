import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the ID of this node, unique among the nodes of a database: `lading-` and 12 hexadecimal
 * digits. It is stored in the data directory, so that it persists across restarts. Only one process
 * uses the directory at a time.
 */
export function readNodeId(home: string): string {
  const path = join(home, 'node-id');
  const known = read(path);
  if (known !== undefined && /^lading-[0-9a-f]{12}$/.test(known)) return known;
  const id = `lading-${randomBytes(6).toString('hex')}`;
  writeFileSync(path, `${id}\n`, { mode: 0o600 });
  return id;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
