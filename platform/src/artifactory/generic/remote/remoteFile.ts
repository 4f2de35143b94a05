import { LRUCache } from 'lru-cache';
import { perStorage } from '../../../storage/perStorage.ts';
import { type FileRow, findFile } from '../../files/files.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { remoteOptions } from '../../upstream/remoteOptions.ts';
import { UpstreamError } from '../../upstream/UpstreamError.ts';
import { type Arriving, fetchFile } from './fetchFile.ts';
import { type KnownFile, knownFile } from './upstreamFiles.ts';

/** How long an upstream that failed is left alone where something is kept, in milliseconds. */
const breather = 5_000;
/** How long those wait for news who could be given what is kept, in milliseconds. */
const patienceForNews = 3_000;

class RemoteState {
  /** Until when an upstream is left alone, by repository. */
  readonly resting = new Map<string, number>();
  /** When an upstream said that there is no such file, by repository and path. */
  readonly missing = new LRUCache<string, number>({ max: 20_000 });
}

const state = perStorage(() => new RemoteState());

/**
 * The file of a remote repository, asked for where it is not here or what is here is too old; undefined when there is none. What is
 * kept is given when the upstream fails or is slow; with nothing kept that is an `UpstreamError`.
 */
export async function remoteFile(
  repository: Repository,
  path: string,
): Promise<FileRow | Arriving | undefined> {
  const { freshFor, missingFor, offline } = remoteOptions(repository);
  const kept = await findFile(repository.key, path);
  if (!kept) {
    if (offline || isMissing(repository, path, missingFor)) return undefined;
    const outcome = await fetchFile(repository, path);
    if (outcome === 'missing') state().missing.set(`${repository.key}/${path}`, performance.now());
    return typeof outcome === 'string' ? undefined : outcome;
  }
  if (offline || performance.now() < (state().resting.get(repository.key) ?? 0)) return kept;
  const known = await knownFile(repository.key, path);
  if (known && known.age < freshFor) return kept;
  return (await newer(repository, path, known)) ?? kept;
}

/** What the upstream has now, where it says so in time. */
async function newer(
  repository: Repository,
  path: string,
  known: KnownFile | undefined,
): Promise<FileRow | undefined> {
  const fetched = fetchFile(repository, path, known ?? {}).then((outcome) =>
    typeof outcome === 'string' ? undefined : outcome.stored,
  );
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
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  } finally {
    clearTimeout(timer);
  }
  state().resting.set(repository.key, performance.now() + breather);
  return undefined;
}

function isMissing({ key }: Repository, path: string, missingFor: number): boolean {
  const since = state().missing.get(`${key}/${path}`);
  return since !== undefined && performance.now() - since < missingFor;
}
