import { buildOfBlobs } from '../../builds/buildOfBlobs.ts';
import { allFormats, type CollectOptions, type Leftover } from '../../pipeline/Format.ts';
import { deletedBlobs, requireOwnBlobs, type UnusedBlob, unusedBlobs } from '../../storage/collectBlobs.ts';

/** Grace period of unreferenced content, in seconds. */
const gracePeriodSeconds = 86_400;

/** Content that a build-info refers to is kept, as by cleanup policies. */
const kept = async (sha256s: readonly string[]) => new Set((await buildOfBlobs(sha256s)).keys());

export interface CollectAllOptions extends Omit<CollectOptions, 'graceSeconds' | 'repo' | 'kept'> {
  graceSeconds?: number;
  /** Ends the collection early, after the current file or blob. */
  signal?: AbortSignal;
}

/** Lists unreferenced files of all formats that have such files. With `remove`, deletes them. */
async function* leftovers(options: CollectOptions): AsyncGenerator<Leftover> {
  for (const { collect } of allFormats()) if (collect) yield* collect(options);
}

export interface Collected {
  files: { count: number; size: number };
  bytes: { count: number; size: number };
}

/**
 * Deletes unreferenced files and blobs. Without `remove`, only lists them. Calls `onFound` for
 * each, and waits for it.
 */
export async function collectAll(
  { graceSeconds = gracePeriodSeconds, signal, ...options }: CollectAllOptions,
  onFound: (what: Leftover | UnusedBlob) => void | Promise<void> = () => undefined,
): Promise<Collected> {
  if (options.remove) await requireOwnBlobs();
  const files = { count: 0, size: 0 };
  for await (const file of leftovers({ graceSeconds, kept, ...options })) {
    files.count++;
    files.size += file.size;
    await onFound(file);
    if (signal?.aborted) break;
  }
  const bytes = { count: 0, size: 0 };
  if (signal?.aborted) return { files, bytes };
  for await (const blob of options.remove ? deletedBlobs(graceSeconds) : unusedBlobs(graceSeconds)) {
    bytes.count++;
    bytes.size += blob.size;
    await onFound(blob);
    if (signal?.aborted) break;
  }
  return { files, bytes };
}
