import type { Repository } from '../../../repositories/repositories.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { isDigest } from '../dockerPath.ts';
import type { Referrer } from '../listings/Referrer.ts';
import { indexType } from '../manifests/mediaTypes.ts';
import { type Descriptor, readManifest } from '../manifests/readManifest.ts';
import { askUpstream, upstreamAddress } from './upstreamClient.ts';

const maxBytes = 4 * 1024 * 1024;

/**
 * Referrers from the first upstream that supports the call; empty if all fail or none supports it.
 */
export async function fetchReferrers(
  remotes: readonly Repository[],
  image: string,
  digest: string,
): Promise<Referrer[]> {
  for (const remote of remotes) {
    if (remoteOptions(remote).offline) continue;
    try {
      const url = upstreamAddress(remote, image, `referrers/${digest}`);
      const answer = await askUpstream(remote, image, url, {
        limit: maxBytes,
        headers: { accept: indexType },
      });
      if (answer.status === 200) return referrersIn(await answer.bytes());
      answer.discard();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
  }
  return [];
}

function referrersIn(bytes: Buffer): Referrer[] {
  try {
    const { manifests } = readManifest(bytes, indexType);
    return manifests.filter(({ digest }) => isDigest(digest)).map(referrer);
  } catch {
    // Invalid responses count as no referrers.
    return [];
  }
}

function referrer({ mediaType, digest, size, artifactType, annotations }: Descriptor): Referrer {
  const has = Object.keys(annotations).length > 0;
  return {
    mediaType,
    digest,
    size,
    ...(artifactType ? { artifactType } : {}),
    ...(has ? { annotations } : {}),
  };
}
