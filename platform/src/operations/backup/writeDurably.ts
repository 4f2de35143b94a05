import { writeFile } from 'node:fs/promises';

/** Writes a file that only this user can read. Durable when it resolves. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flush: true });
}
