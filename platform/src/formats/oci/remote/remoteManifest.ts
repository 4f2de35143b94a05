import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { CacheUses } from '../../../platform/CountedCache.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { flightOf } from '../../../repositories/upstream/flightOf.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import {
  UpstreamError,
  upstreamError,
  upstreamNonsense,
} from '../../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../../storage/storage.ts';
import type { Reference } from '../dockerPath.ts';
import { type FoundManifest, findManifest } from '../manifests/findManifest.ts';
import { acceptedTypes } from '../manifests/mediaTypes.ts';
import { largestManifest, readManifest } from '../manifests/readManifest.ts';
import { storeManifest } from '../manifests/storeManifest.ts';
import { askUpstream, upstreamAddress } from './upstreamClient.ts';

/** Time in milliseconds for which a failing upstream is not queried if cached content exists. */
const retryAfterMs = 5_000;

export class RemoteState {
  /** End of the pause after a failure, by repository. */
  readonly pausedUntil = new Map<string, number>();
  /** Time of the upstream's last 404 for a manifest. */
  readonly missing = new LRUCache<string, number>({ max: 20_000 });
  readonly inProgress = new Map<string, Promise<boolean>>();
  /** A hit is an answer without a request to the upstream. */
  readonly uses = new CacheUses();
}

const state = () => currentPlatform().formats.oci.upstreams;

/**
 * The manifest from the first upstream that has it. Content with a given digest never changes; tags
 * are rechecked after the repository's cache period. If the upstream fails, the cached manifest is
 * used; without one, throws `UpstreamError`.
 */
export async function currentManifest(
  remotes: readonly Repository[],
  image: string,
  reference: Reference,
): Promise<FoundManifest | undefined> {
  let failure: UpstreamError | undefined;
  for (const remote of remotes) {
    try {
      const found = await fromRemote(remote, image, reference);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return undefined;
}

async function fromRemote(
  remote: Repository,
  image: string,
  reference: Reference,
): Promise<FoundManifest | undefined> {
  const { freshFor, missingFor, offline } = remoteOptions(remote);
  const found = await findManifest([remote.key], image, reference);
  // A damaged manifest is fetched again; if that fails, the error is reported.
  const kept = found && blobs().isDamaged(found.sha256) && !offline ? undefined : found;
  const text = 'tag' in reference ? reference.tag : reference.digest;
  const id = flightOf(remote, `${image}:${text}`);
  if (kept) {
    const rests = performance.now() < (state().pausedUntil.get(remote.key) ?? 0);
    if (offline || rests || 'digest' in reference || kept.age * 1000 < freshFor) return fromCache(kept);
  } else {
    const since = state().missing.get(id);
    if (offline || (since !== undefined && performance.now() - since < missingFor))
      return fromCache(undefined);
  }
  state().uses.misses++;
  try {
    const fetched = await once(id, () => fetchManifest(remote, image, reference, kept));
    if (!fetched && !kept) state().missing.set(id, performance.now());
  } catch (error) {
    if (!kept || !(error instanceof UpstreamError)) throw error;
    state().pausedUntil.set(remote.key, performance.now() + retryAfterMs);
  }
  return findManifest([remote.key], image, reference);
}

function fromCache(manifest: FoundManifest | undefined): FoundManifest | undefined {
  state().uses.hits++;
  return manifest;
}

/** Runs once for concurrent callers. */
function once(id: string, fetch: () => Promise<boolean>): Promise<boolean> {
  const { inProgress } = state();
  const known = inProgress.get(id);
  if (known) return known;
  const running = fetch().finally(() => inProgress.delete(id));
  inProgress.set(id, running);
  return running;
}

/**
 * Returns whether the upstream has the manifest. A cached manifest that the upstream has deleted is
 * kept, so that builds do not break.
 */
async function fetchManifest(
  remote: Repository,
  image: string,
  reference: Reference,
  kept: FoundManifest | undefined,
): Promise<boolean> {
  const wanted = 'tag' in reference ? reference.tag : reference.digest;
  const answer = await askUpstream(remote, image, upstreamAddress(remote, image, `manifests/${wanted}`), {
    limit: largestManifest,
    headers: { accept: acceptedTypes, ...(kept ? { 'if-none-match': `"${kept.digest}"` } : {}) },
  });
  const { status, headers } = answer;
  if (status !== 200) {
    answer.discard();
    if (status === 304 && kept) {
      await keepChecked(remote, image, reference);
      return true;
    }
    if (status !== 404 && status !== 410) throw upstreamNonsense(remote, `status ${status}`);
    await keepChecked(remote, image, reference);
    return false;
  }
  const bytes = await answer.bytes().catch((error: unknown) => {
    throw upstreamError(error, remote);
  });
  const algorithm = wanted.startsWith('sha512:') ? 'sha512' : 'sha256';
  const digest = `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
  const expectedDigest = 'digest' in reference ? reference.digest : headers['docker-content-digest'];
  if (
    typeof expectedDigest === 'string' &&
    expectedDigest.startsWith(`${algorithm}:`) &&
    expectedDigest !== digest
  ) {
    throw upstreamNonsense(
      remote,
      `a manifest with the digest ${digest} instead of ${expectedDigest.slice(0, 150)}`,
    );
  }
  const type = headers['content-type'];
  await keep(remote, image, reference, digest, bytes, typeof type === 'string' ? type : undefined);
  return true;
}

async function keep(
  remote: Repository,
  image: string,
  reference: Reference,
  digest: string,
  bytes: Buffer,
  type: string | undefined,
): Promise<void> {
  try {
    const manifest = readManifest(bytes, type);
    const tag = 'tag' in reference ? { tag: reference.tag } : {};
    await storeManifest({
      repo: remote.key,
      image,
      digest,
      bytes,
      manifest,
      by: 'system',
      from: remote,
      ...tag,
    });
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    throw upstreamNonsense(remote, `an invalid manifest: ${error.message}`);
  }
}

async function keepChecked({ key }: Repository, image: string, reference: Reference): Promise<void> {
  if (!('tag' in reference)) return;
  await db().execute(sql`
    UPDATE docker_tags SET checked = now() WHERE repo = ${key} AND image = ${image} AND tag = ${reference.tag}`);
}
