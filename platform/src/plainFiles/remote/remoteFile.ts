import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../database/db.ts';
import type { FileRow } from '../../files/files.ts';
import { formatOf, type Located } from '../../pipeline/Format.ts';
import { CacheUses } from '../../platform/CountedCache.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { flightOf } from '../../repositories/upstream/flightOf.ts';
import { remoteOptions } from '../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../storage/storage.ts';
import { asidePath, findKept } from './asideFiles.ts';
import { type Arriving, type FetchOptions, fetchFile } from './fetchFile.ts';
import { type KnownFile, knownFile } from './upstreamFiles.ts';

/** Milliseconds without requests to a failed upstream, while cached content is available. */
const retryPauseMs = 5_000;
/** Milliseconds to wait for a revalidation, while cached content is available. */
const revalidationTimeoutMs = 3_000;

export class RemoteState {
  /** End of the pause after a failure, by repository. */
  readonly pausedUntil = new Map<string, number>();
  /** Time of the last 404 response, by repository and path. */
  readonly missing = new LRUCache<string, number>({ max: 20_000 });
  /** A hit is an answer without a request to the upstream. */
  readonly uses = new CacheUses();
}

const state = () => currentPlatform().plainFiles.upstreams;

export interface RemoteFileOptions extends FetchOptions {
  /** Cached content never needs revalidation. */
  immutable?: boolean;
  /** Stored for the format's internal use at a separate path; `url` is its source. */
  aside?: true;
}

/**
 * Returns the file of a remote repository, downloading missing and outdated files; undefined if it
 * does not exist. Serves cached content if the upstream fails or is slow; without any, throws
 * `UpstreamError`.
 */
export async function remoteFile(
  repository: Repository,
  named: string,
  given: RemoteFileOptions = {},
): Promise<FileRow | Arriving | undefined> {
  const path = given.aside ? asidePath(named) : named;
  const { freshFor, missingFor, offline } = remoteOptions(repository);
  const kept = await findKept(repository.key, path);
  const located = given.url ? undefined : await locate(repository, path, kept);
  if (located === 'missing') return fromCache(kept);
  const options = { ...located, ...given };
  if (kept && blobs().isDamaged(kept.sha256)) {
    if (offline) return fromCache(kept);
    const outcome = await fetchCounted(repository, path, undefined, options);
    return typeof outcome === 'string' ? kept : outcome;
  }
  if (!kept) {
    if (offline || isMissing(repository, path, missingFor)) return fromCache(undefined);
    const outcome = await fetchCounted(repository, path, undefined, options);
    if (outcome === 'missing') state().missing.set(flightOf(repository, path), performance.now());
    return typeof outcome === 'string' ? undefined : outcome;
  }
  const { plainFiles } = formatOf(repository.packageType) ?? {};
  if (options.immutable ?? (!given.aside && plainFiles?.immutable?.(path))) return fromCache(kept);
  if (offline || performance.now() < (state().pausedUntil.get(repository.key) ?? 0)) return fromCache(kept);
  const known = await knownFile(repository.key, path);
  if (known && known.age < freshFor) return fromCache(kept);
  return (await newer(repository, path, known, options)) ?? kept;
}

/** Counts a file that is served without a request to its upstream. */
export function fromCache<T>(file: T): T {
  state().uses.hits++;
  return file;
}

const fetchCounted: typeof fetchFile = (...file) => {
  state().uses.misses++;
  return fetchFile(...file);
};

/**
 * Looks up the file in its format's index. If the index is unavailable, cached content suffices.
 */
async function locate(
  repository: Repository,
  path: string,
  kept: FileRow | undefined,
): Promise<(Located & { immutable?: boolean }) | 'missing' | undefined> {
  const { plainFiles } = formatOf(repository.packageType) ?? {};
  try {
    const located = await plainFiles?.locate?.(repository, path);
    if (located === undefined || located === 'missing') return located;
    const same =
      kept && Object.entries(located.checksums ?? {}).every(([kind, sum]) => kept[kind as 'sha256'] === sum);
    // The index still lists this content: no revalidation needed.
    return same && located.checksums ? { ...located, immutable: true } : located;
  } catch (error) {
    if (kept && error instanceof UpstreamError) return 'missing';
    throw error;
  }
}

/** Returns newer content if the upstream responds in time. */
async function newer(
  repository: Repository,
  path: string,
  known: KnownFile | undefined,
  options: FetchOptions,
): Promise<FileRow | undefined> {
  let flowing = false;
  const fetched = fetchCounted(repository, path, known ?? {}, options).then((outcome) => {
    if (typeof outcome === 'string') return undefined;
    flowing = true;
    // Nobody reads this stream; it must not block the download.
    outcome.passing?.destroy();
    return outcome.stored;
  });
  fetched.catch(() => undefined);
  const late = Symbol('late');
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), revalidationTimeoutMs);
  });
  try {
    const news = await Promise.race([fetched, deadline]);
    // Do not wait for slow upstreams: the next request gets content that arrives later.
    if (news !== late) return news;
    if (flowing) return undefined;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  } finally {
    clearTimeout(timer);
  }
  state().pausedUntil.set(repository.key, performance.now() + retryPauseMs);
  return undefined;
}

function isMissing(repository: Repository, path: string, missingFor: number): boolean {
  const since = state().missing.get(flightOf(repository, path));
  return since !== undefined && performance.now() - since < missingFor;
}
