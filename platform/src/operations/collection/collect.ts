import { allFormats, type CollectOptions, type Leftover } from '../../pipeline/Format.ts';
import { collectBlobs, type UnusedBlob, unusedBlobs } from '../../storage/collectBlobs.ts';

/** How long what nothing leads to is kept, in seconds. */
const grace = 86_400;

/** Files that nothing leads to, in all formats that know of such; taken away with `remove`. */
async function* leftovers(
  options: Omit<CollectOptions, 'graceSeconds'> & { graceSeconds?: number },
): AsyncGenerator<Leftover> {
  for (const { collect } of allFormats()) {
    if (collect) yield* collect({ graceSeconds: grace, ...options });
  }
}

export interface Collected {
  files: { count: number; size: number };
  bytes: { count: number; size: number };
}

/**
 * Takes away what nothing leads to, and bytes that nothing refers to; or, with `remove` off, only tells what would go: `tell` is given
 * each.
 */
export async function collectAll(
  options: Omit<CollectOptions, 'graceSeconds'> & { graceSeconds?: number },
  tell: (what: Leftover | UnusedBlob) => void = () => undefined,
): Promise<Collected> {
  const graceSeconds = options.graceSeconds ?? grace;
  const files = { count: 0, size: 0 };
  for await (const file of leftovers(options)) {
    files.count++;
    files.size += file.size;
    tell(file);
  }
  const bytes = { count: 0, size: 0 };
  for await (const blob of unusedBlobs(graceSeconds)) {
    bytes.count++;
    bytes.size += blob.size;
    tell(blob);
  }
  if (options.remove) bytes.count = await collectBlobs(graceSeconds);
  return { files, bytes };
}
