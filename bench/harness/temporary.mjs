import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let whole;

/** Creates an empty directory, which is deleted when the bench ends, however it ends. */
export function temporary(name) {
  if (!whole) {
    whole = mkdtempSync(join(tmpdir(), 'lading-bench-'));
    process.once('exit', () => rmSync(whole, { recursive: true, force: true, maxRetries: 3 }));
  }
  return mkdtempSync(join(whole, `${name}-`));
}
