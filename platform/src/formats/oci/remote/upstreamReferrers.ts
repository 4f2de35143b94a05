import type { Repository } from '../../../repositories/repositories.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { isDigest } from '../dockerPath.ts';
import type { Referrer } from '../listings/Referrer.ts';
import { indexType } from '../manifests/mediaTypes.ts';
import { type Descriptor, readManifest } from '../manifests/readManifest.ts';
import { askUpstream, upstreamAddress } from './upstreamClient.ts';

const largest = 4 * 1024 * 1024;

/** What the first upstream says that knows the call; none where they fail or know it not. */
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
        limit: largest,
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
    // An upstream that says something else has none to tell.
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
