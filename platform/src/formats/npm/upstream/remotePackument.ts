import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import { CacheUses } from '../../../platform/CountedCache.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { findHead, type Head } from '../packument/heads.ts';
import type { PackumentForm, PackumentText } from '../packument/localPackument.ts';
import { fetchPackument } from './fetchPackument.ts';
import { packumentKeeper } from './keepPackuments.ts';
import type { UpstreamDist } from './reading/UpstreamPackument.ts';
import { markCurrent, storedPackument, storedValidators, storeSameContent } from './storedPackuments.ts';

/** Time in milliseconds for which a failing upstream is not queried if cached data exists. */
const retryAfterMs = 5_000;
/** Maximum time in milliseconds to wait for the upstream if cached data exists. */
const maxWaitMs = 3_000;

/** The result of a fetch, shared by all concurrent callers. */
interface Fetched {
  /** Undefined if the upstream does not have the package. */
  found?: { revision: number; text?: Buffer };
}

export class RemoteState {
  readonly inProgress = new Map<string, Promise<Fetched>>();
  /** End of the pause after a failure, by repository. */
  readonly pausedUntil = new Map<string, number>();
  /** Time of the upstream's last 404, by repository and name. */
  readonly missing = new LRUCache<string, number>({ max: 20_000 });
  /**
   * Tarball entries of recent packuments, by repository, name, and revision; bounded by the number
   * of versions.
   */
  readonly dists = new LRUCache<string, ReadonlyMap<string, UpstreamDist>>({
    maxSize: 60_000,
    sizeCalculation: (dists) => dists.size + 1,
  });
  /** Packuments. A hit is an answer without a request to the upstream. */
  readonly uses = new CacheUses();
  readonly tarballUses = new CacheUses();
}

export const remoteState = () => currentPlatform().formats.npm.upstreams;

/** The current packument, loaded on demand. */
export interface RemotePackument {
  revision: number;
  load(): Promise<PackumentText | undefined>;
}

/**
 * The upstream's packument, refreshed if the cached one is too old; undefined if the package does
 * not exist. If the upstream fails or is slow, the cached packument is used; without one, throws
 * `UpstreamError`.
 */
export async function remotePackument(
  repository: Repository,
  name: string,
  form: PackumentForm,
  given: Head | undefined,
): Promise<RemotePackument | undefined> {
  const { freshFor, missingFor, offline } = remoteOptions(repository);
  const fresh = packumentKeeper().find(repository.key, name, form);
  if (fresh && performance.now() - fresh.asked < freshFor) {
    const { revision, packument } = fresh;
    return fromCache({ revision, load: async () => ({ text: packument.text, revision }) });
  }
  const head = await writtenHead(repository, name, given);
  const kept =
    head && (head.shortAge !== undefined || head.fullAge !== undefined)
      ? keptSource(repository, head, form)
      : undefined;
  const age = form === 'short' ? head?.shortAge : head?.fullAge;
  if (kept && age !== undefined && age < freshFor) return fromCache(kept);
  if (!kept && isMissing(repository, name, missingFor)) return fromCache(undefined);
  if (offline) return fromCache(kept);

  const { pausedUntil, uses } = remoteState();
  if (kept && performance.now() < (pausedUntil.get(repository.key) ?? 0)) return fromCache(kept);
  uses.misses++;
  const refreshed = refresh(repository, name, form, age !== undefined);
  if (!kept) return fetchedSource(await refreshed, repository, name, form);
  try {
    const inTime = await within(refreshed, maxWaitMs);
    // A slow upstream does not block the request; a late response benefits later requests.
    if (!inTime) {
      pausedUntil.set(repository.key, performance.now() + retryAfterMs);
      return kept;
    }
    return fetchedSource(inTime, repository, name, form) ?? kept;
  } catch (error) {
    if (error instanceof UpstreamError) return kept;
    throw error;
  }
}

function fromCache(packument: RemotePackument | undefined): RemotePackument | undefined {
  remoteState().uses.hits++;
  return packument;
}

/** The head after all received responses for the package are written. */
async function writtenHead(
  { key }: Repository,
  name: string,
  head: Head | undefined,
): Promise<Head | undefined> {
  const keeper = packumentKeeper();
  if (!keeper.find(key, name, 'short') && !keeper.find(key, name, 'full')) return head;
  await keeper.flush();
  return findHead(key, name);
}

function isMissing({ key }: Repository, name: string, missingFor: number): boolean {
  const since = remoteState().missing.get(`${key}/${name}`);
  return since !== undefined && performance.now() - since < missingFor;
}

function keptSource({ key }: Repository, { name, revision }: Head, form: PackumentForm): RemotePackument {
  return { revision, load: () => storedPackument(key, name, form) };
}

function fetchedSource(
  { found }: Fetched,
  { key }: Repository,
  name: string,
  form: PackumentForm,
): RemotePackument | undefined {
  if (!found) return undefined;
  const { revision, text } = found;
  return {
    revision,
    load: async () => (text === undefined ? storedPackument(key, name, form) : { text, revision }),
  };
}

/**
 * Queries the upstream once for all concurrent callers. `isKept` is false if no packument in this
 * form is stored.
 */
export function refresh(
  repository: Repository,
  name: string,
  form: PackumentForm,
  isKept: boolean,
): Promise<Fetched> {
  const { inProgress, pausedUntil } = remoteState();
  const id = `${form} ${repository.key}/${name}`;
  const known = inProgress.get(id);
  if (known) return known;
  const asked = ask(repository, name, form, isKept).finally(() => inProgress.delete(id));
  inProgress.set(id, asked);
  asked.then(
    () => pausedUntil.delete(repository.key),
    (error: unknown) => {
      if (error instanceof UpstreamError) pausedUntil.set(repository.key, performance.now() + retryAfterMs);
    },
  );
  return asked;
}

async function ask(
  repository: Repository,
  name: string,
  form: PackumentForm,
  isKept: boolean,
): Promise<Fetched> {
  const { key } = repository;
  const asked = performance.now();
  const known = isKept ? await storedValidators(key, name, form) : undefined;
  const outcome = await fetchPackument(repository, name, form, known ?? {});
  if (outcome.kind === 'missing' && !known) {
    remoteState().missing.set(`${key}/${name}`, performance.now());
    return {};
  }
  // A package that the upstream has deleted remains cached, so that builds do not break.
  if (outcome.kind !== 'changed')
    return { found: { revision: await markCurrent({ repo: key, name }, form) } };
  const { packument, validators } = outcome;
  const hash = createHash('sha256').update(packument.text).digest('base64url');
  if (known?.hash === hash) {
    const revision = await storeSameContent({ repo: key, name }, form, validators);
    return { found: { revision, text: packument.text } };
  }
  const keeper = packumentKeeper();
  const revision = await keeper.nextRevision();
  keeper.add({
    repo: key,
    upstream: repository.url ?? '',
    name,
    form,
    revision,
    packument,
    validators,
    hash,
    asked,
  });
  remoteState().dists.set(`${key}/${name} ${revision}`, packument.dists);
  return { found: { revision, text: packument.text } };
}

/** Resolves to undefined on timeout. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
