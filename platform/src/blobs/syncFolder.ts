import { open } from 'node:fs/promises';

/** Makes created, renamed, and deleted entries of the directory durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
