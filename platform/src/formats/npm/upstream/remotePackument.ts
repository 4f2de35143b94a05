import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { findHead, type Head } from '../packument/heads.ts';
import type { PackumentForm, PackumentText } from '../packument/localPackument.ts';
import { fetchPackument } from './fetchPackument.ts';
import { packumentKeeper } from './keepPackuments.ts';
import { keepSame, keepUnchanged, keptPackument, knownPackument } from './keptPackuments.ts';
import type { UpstreamDist } from './UpstreamPackument.ts';

/** How long an upstream that failed is left alone where something is kept, in milliseconds. */
const breather = 5_000;
/** How long those wait for news who could be given what is kept, in milliseconds. */
const patienceForNews = 3_000;

/** What a fetch ended in, for all who waited for it. */
interface Fetched {
  /** Undefined: the upstream has no such package. */
  found?: { revision: number; text?: Buffer };
}

export class RemoteState {
  readonly underWay = new Map<string, Promise<Fetched>>();
  /** Until when an upstream is left alone, by repository. */
  readonly resting = new Map<string, number>();
  /** When an upstream said that there is no such package, by repository and name. */
  readonly missing = new LRUCache<string, number>({ max: 20_000 });
  /** Of recent packuments, by repository, name and revision: bounded by the versions in them. */
  readonly dists = new LRUCache<string, ReadonlyMap<string, UpstreamDist>>({
    maxSize: 60_000,
    sizeCalculation: (dists) => dists.size + 1,
  });
}

export const remoteState = () => currentPlatform().formats.npm.upstreams;

/** A packument as of now, to be loaded when it is needed. */
export interface RemotePackument {
  revision: number;
  load(): Promise<PackumentText | undefined>;
}

/**
 * The upstream's packument, asked for where what is kept is too old; undefined when there is no such package. What is
 * kept is given when the upstream fails or is slow; with nothing kept that is an `UpstreamError`.
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
    return { revision, load: async () => ({ text: packument.text, revision }) };
  }
  const head = await writtenHead(repository, name, given);
  const kept =
    head && (head.shortAge !== undefined || head.fullAge !== undefined)
      ? keptSource(repository, head, form)
      : undefined;
  const age = form === 'short' ? head?.shortAge : head?.fullAge;
  if (kept && age !== undefined && age < freshFor) return kept;
  if (!kept && isMissing(repository, name, missingFor)) return undefined;
  if (offline) return kept;

  const { resting } = remoteState();
  if (kept && performance.now() < (resting.get(repository.key) ?? 0)) return kept;
  const refreshed = refresh(repository, name, form, age !== undefined);
  if (!kept) return fetchedSource(await refreshed, repository, name, form);
  try {
    const inTime = await within(refreshed, patienceForNews);
    // Slow upstreams are no reason to wait: what arrives later is there for the next one.
    if (!inTime) {
      resting.set(repository.key, performance.now() + breather);
      return kept;
    }
    return fetchedSource(inTime, repository, name, form) ?? kept;
  } catch (error) {
    if (error instanceof UpstreamError) return kept;
    throw error;
  }
}

/** The head once everything is written that the upstream has said of the package. */
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
  return { revision, load: () => keptPackument(key, name, form) };
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
    load: async () => (text === undefined ? keptPackument(key, name, form) : { text, revision }),
  };
}

/** Asks the upstream, once for all who want to know. `isKept` is false where it never answered in this form. */
export function refresh(
  repository: Repository,
  name: string,
  form: PackumentForm,
  isKept: boolean,
): Promise<Fetched> {
  const { underWay, resting } = remoteState();
  const id = `${form} ${repository.key}/${name}`;
  const known = underWay.get(id);
  if (known) return known;
  const asked = ask(repository, name, form, isKept).finally(() => underWay.delete(id));
  underWay.set(id, asked);
  asked.then(
    () => resting.delete(repository.key),
    (error: unknown) => {
      if (error instanceof UpstreamError) resting.set(repository.key, performance.now() + breather);
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
  const known = isKept ? await knownPackument(key, name, form) : undefined;
  const outcome = await fetchPackument(repository, name, form, known ?? {});
  if (outcome.kind === 'missing' && !known) {
    remoteState().missing.set(`${key}/${name}`, performance.now());
    return {};
  }
  // A package that the upstream has removed stays here: its removal there is no reason to break builds.
  if (outcome.kind !== 'changed')
    return { found: { revision: await keepUnchanged({ repo: key, name }, form) } };
  const { packument, validators } = outcome;
  const hash = createHash('sha256').update(packument.text).digest('base64url');
  if (known?.hash === hash) {
    const revision = await keepSame({ repo: key, name }, form, validators);
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

/** Undefined when it takes longer. */
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
