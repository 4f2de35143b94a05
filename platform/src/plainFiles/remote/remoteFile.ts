import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../database/db.ts';
import type { FileRow } from '../../files/files.ts';
import { formatOf, type Located } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { flightOf } from '../../repositories/upstream/flightOf.ts';
import { remoteOptions } from '../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../storage/storage.ts';
import { asidePath, findKept } from './asideFiles.ts';
import { type Arriving, type FetchOptions, fetchFile } from './fetchFile.ts';
import { type KnownFile, knownFile } from './upstreamFiles.ts';

/** How long an upstream that failed is left alone where something is kept, in milliseconds. */
const breather = 5_000;
/** How long those wait for news who could be given what is kept, in milliseconds. */
const patienceForNews = 3_000;

export class RemoteState {
  /** Until when an upstream is left alone, by repository. */
  readonly resting = new Map<string, number>();
  /** When an upstream said that there is no such file. */
  readonly missing = new LRUCache<string, number>({ max: 20_000 });
}

const state = () => currentPlatform().plainFiles.upstreams;

export interface RemoteFileOptions extends FetchOptions {
  /** What was fetched once is never asked for again. */
  immutable?: boolean;
  /** Kept for the format's own use, at a path of its own; `url` says where it comes from. */
  aside?: true;
}

/**
 * The file of a remote repository, asked for where it is not here or what is here is too old; undefined when there is none. What is
 * kept is given when the upstream fails or is slow; with nothing kept that is an `UpstreamError`.
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
  if (located === 'missing') return kept;
  const options = { ...located, ...given };
  if (kept && blobs().isDamaged(kept.sha256)) {
    const outcome = offline ? 'missing' : await fetchFile(repository, path, undefined, options);
    return typeof outcome === 'string' ? kept : outcome;
  }
  if (!kept) {
    if (offline || isMissing(repository, path, missingFor)) return undefined;
    const outcome = await fetchFile(repository, path, undefined, options);
    if (outcome === 'missing') state().missing.set(flightOf(repository, path), performance.now());
    return typeof outcome === 'string' ? undefined : outcome;
  }
  const { plainFiles } = formatOf(repository.packageType) ?? {};
  if (options.immutable ?? (!given.aside && plainFiles?.immutable?.(path))) return kept;
  if (offline || performance.now() < (state().resting.get(repository.key) ?? 0)) return kept;
  const known = await knownFile(repository.key, path);
  if (known && known.age < freshFor) return kept;
  return (await newer(repository, path, known, options)) ?? kept;
}

/** What its format's index says of the file; where that cannot be asked, what is kept is good enough. */
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
    // Bytes that its index still speaks of need not be asked for again.
    return same && located.checksums ? { ...located, immutable: true } : located;
  } catch (error) {
    if (kept && error instanceof UpstreamError) return 'missing';
    throw error;
  }
}

/** What the upstream has now, where it says so in time. */
async function newer(
  repository: Repository,
  path: string,
  known: KnownFile | undefined,
  options: FetchOptions,
): Promise<FileRow | undefined> {
  let flowing = false;
  const fetched = fetchFile(repository, path, known ?? {}, options).then((outcome) => {
    if (typeof outcome === 'string') return undefined;
    flowing = true;
    // Nobody reads it while it passes: nothing is to wait for that.
    outcome.passing?.destroy();
    return outcome.stored;
  });
  fetched.catch(() => undefined);
  const late = Symbol('late');
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), patienceForNews);
  });
  try {
    const news = await Promise.race([fetched, deadline]);
    // Slow upstreams are no reason to wait: what arrives later is there for the next one.
    if (news !== late) return news;
    if (flowing) return undefined;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  } finally {
    clearTimeout(timer);
  }
  state().resting.set(repository.key, performance.now() + breather);
  return undefined;
}

function isMissing(repository: Repository, path: string, missingFor: number): boolean {
  const since = state().missing.get(flightOf(repository, path));
  return since !== undefined && performance.now() - since < missingFor;
}
