import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { syncBytes } from './syncBytes.ts';

/**
 * Writes content to a file if its hash matches. Afterwards, the file is either complete and synced,
 * or does not exist. The caller must sync its directory. Returns whether the hash matched.
 */
export async function copyBlob(
  source: AsyncIterable<Uint8Array>,
  sha256: string,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const temporary = `${path}.unfinished`;
  const hash = createHash('sha256');
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      let unsynced = 0;
      for await (const bytes of source) {
        signal?.throwIfAborted();
        hash.update(bytes);
        await file.writeFile(bytes);
        unsynced += bytes.byteLength;
        if (unsynced < syncBytes) continue;
        await file.datasync();
        unsynced = 0;
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    if (hash.digest('hex') !== sha256) return false;
    await rename(temporary, path);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}
