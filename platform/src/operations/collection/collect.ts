import { allFormats, type CollectOptions, type Leftover } from '../../pipeline/Format.ts';
import { collectBlobs, type UnusedBlob, unusedBlobs } from '../../storage/collectBlobs.ts';

/** Grace period of unreferenced content, in seconds. */
const gracePeriodSeconds = 86_400;

/** Lists unreferenced files of all formats that have such files. With `remove`, deletes them. */
async function* leftovers(
  options: Omit<CollectOptions, 'graceSeconds'> & { graceSeconds?: number },
): AsyncGenerator<Leftover> {
  for (const { collect } of allFormats()) {
    if (collect) yield* collect({ graceSeconds: gracePeriodSeconds, ...options });
  }
}

export interface Collected {
  files: { count: number; size: number };
  bytes: { count: number; size: number };
}

/**
 * Deletes unreferenced files and blobs. Without `remove`, only lists them. Calls `onFound` for
 * each.
 */
export async function collectAll(
  options: Omit<CollectOptions, 'graceSeconds'> & { graceSeconds?: number },
  onFound: (what: Leftover | UnusedBlob) => void = () => undefined,
): Promise<Collected> {
  const graceSeconds = options.graceSeconds ?? gracePeriodSeconds;
  const files = { count: 0, size: 0 };
  for await (const file of leftovers(options)) {
    files.count++;
    files.size += file.size;
    onFound(file);
  }
  const bytes = { count: 0, size: 0 };
  for await (const blob of unusedBlobs(graceSeconds)) {
    bytes.count++;
    bytes.size += blob.size;
    onFound(blob);
  }
  if (options.remove) bytes.count = await collectBlobs(graceSeconds);
  return { files, bytes };
}
