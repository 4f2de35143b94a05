import { open } from 'node:fs/promises';

/** Makes what was created, renamed or removed in the folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
