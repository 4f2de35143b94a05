import type { Repository } from '../../../repositories/repositories.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { isTag } from '../dockerPath.ts';
import { isObject } from '../manifests/readManifest.ts';
import { askUpstream, upstreamAddress } from './upstreamClient.ts';

/** Limits for a tag list: bytes per page, pages, and tags. */
const maxPageBytes = 4 * 1024 * 1024;
const maxPages = 25;
const maxTags = 100_000;

/**
 * The tags from the first upstream that has the image; undefined if none has it. A failing upstream
 * is skipped, because cached tags are listed anyway.
 */
export async function upstreamTags(
  remotes: readonly Repository[],
  image: string,
): Promise<string[] | undefined> {
  for (const remote of remotes) {
    if (remoteOptions(remote).offline) continue;
    try {
      const tags = await tagsOf(remote, image);
      if (tags) return tags;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
  }
  return undefined;
}

async function tagsOf(remote: Repository, image: string): Promise<string[] | undefined> {
  const tags = new Set<string>();
  const first = upstreamAddress(remote, image, 'tags/list');
  let next: URL | undefined = first;
  for (let page = 0; next && page < maxPages && tags.size < maxTags; page++) {
    const answer = await askUpstream(remote, image, next, { limit: maxPageBytes });
    if (answer.status !== 200) {
      answer.discard();
      return page === 0 ? undefined : [...tags];
    }
    for (const tag of listed(await answer.bytes())) tags.add(tag);
    next = nextOf(answer.headers.link, next, first);
  }
  return [...tags];
}

function listed(bytes: Buffer): string[] {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    const tags = isObject(value) && Array.isArray(value.tags) ? value.tags : [];
    return tags.filter((tag): tag is string => typeof tag === 'string' && isTag(tag));
  } catch {
    return [];
  }
}

/** The next page, restricted to the same host and path. */
function nextOf(header: string | string[] | undefined, from: URL, first: URL): URL | undefined {
  const [, address] = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec([header ?? ''].flat().join(', ')) ?? [];
  if (address === undefined || !URL.canParse(address, from.href)) return undefined;
  const { searchParams, origin } = new URL(address, from.href);
  if (origin !== first.origin) return undefined;
  const next = new URL(first);
  next.search = searchParams.toString();
  return next;
}
