import type { Repository } from '../../../repositories/repositories.ts';
import { findHead } from '../packument/heads.ts';
import { packumentKeeper } from './keepPackuments.ts';
import { versionOfFile } from './reading/readPackument.ts';
import type { UpstreamDist } from './reading/UpstreamPackument.ts';
import { refresh, remotePackument, remoteState } from './remotePackument.ts';
import { storedPackument } from './storedPackuments.ts';

export interface FoundDist {
  version: string;
  dist: UpstreamDist;
}

/**
 * Finds the tarball's entry in the upstream's packument. If the cached packument does not list it,
 * a newer one is requested, because the client may know the name from there. Undefined if the
 * tarball does not exist.
 */
export async function findDist(
  repository: Repository,
  name: string,
  file: string,
): Promise<FoundDist | undefined> {
  const keeper = packumentKeeper();
  const fresh = keeper.find(repository.key, name, 'short') ?? keeper.find(repository.key, name, 'full');
  const head = fresh ? undefined : await findHead(repository.key, name);
  const known = fresh || (head && (head.shortAge !== undefined || head.fullAge !== undefined));
  const source = fresh ?? (known ? head : await remotePackument(repository, name, 'short', head));
  if (!source) return undefined;
  const dists = fresh?.packument.dists ?? (await distsOf(repository, name, source.revision));
  const found = inDists(dists, name, file);
  if (found || !known) return found;
  const { found: newer } = await refresh(repository, name, 'short', head?.shortAge !== undefined);
  return newer && inDists(await distsOf(repository, name, newer.revision), name, file);
}

function inDists(
  dists: ReadonlyMap<string, UpstreamDist>,
  name: string,
  file: string,
): FoundDist | undefined {
  const version = versionOfFile(name, file, dists);
  const dist = version === undefined ? undefined : dists.get(version);
  return version !== undefined && dist ? { version, dist } : undefined;
}

/** From memory or from the database. */
async function distsOf(
  { key }: Repository,
  name: string,
  revision: number,
): Promise<ReadonlyMap<string, UpstreamDist>> {
  const { dists } = remoteState();
  const id = `${key}/${name} ${revision}`;
  const known = dists.get(id);
  if (known) return known;
  const kept = await storedPackument(key, name, 'short');
  const read = new Map<string, UpstreamDist>();
  if (!kept) return read;
  const { versions } = JSON.parse(kept.text.toString()) as {
    versions: Record<string, { dist: UpstreamDist }>;
  };
  for (const [version, { dist }] of Object.entries(versions)) {
    const url = kept.oddTarballs[version];
    const { integrity, shasum } = dist;
    read.set(version, {
      ...(url ? { url } : {}),
      ...(integrity ? { integrity } : {}),
      ...(shasum ? { shasum } : {}),
    });
  }
  dists.set(id, read);
  return read;
}
