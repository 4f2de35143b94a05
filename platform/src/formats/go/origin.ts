import type { Origin } from '../../packages/about/Origin.ts';
import type { OriginOf } from '../../packages/about/origins.ts';

/** Hosts on which a module's path is the address of its source. */
const hosts = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[\w.-]+\/[\w.-]+/;

/** A module has no other metadata: its path names where its source is. */
export async function moduleOrigin({ name }: OriginOf): Promise<Origin | undefined> {
  const [page] = hosts.exec(name) ?? [];
  return page ? { source: `https://${page}` } : undefined;
}
