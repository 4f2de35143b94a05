import type { Origin } from '../../packages/about/Origin.ts';
import type { OriginOf } from '../../packages/about/origins.ts';

/** Hosts on which a module's path is also the URL of its source. */
const hosts = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[\w.-]+\/[\w.-]+/;

/** Derives the source URL from the module path, because modules have no such metadata. */
export async function moduleOrigin({ name }: OriginOf): Promise<Origin | undefined> {
  const [page] = hosts.exec(name) ?? [];
  return page ? { source: `https://${page}` } : undefined;
}
