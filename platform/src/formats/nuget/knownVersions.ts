import type { Caller } from '../../access/Caller.ts';
import { eachUpstream, type Sources, sourcesOf } from '../../plainFiles/sources.ts';
import type { Repository } from '../../repositories/Repository.ts';
import { upstreamVersionNames, upstreamVersions } from './upstream/versions.ts';
import { nugetOrder } from './version.ts';
import { type KnownVersion, knownId, lowerVersion, storedVersions } from './versions.ts';

/** The repositories to query for a package. Throws `HttpError` 401 or 403. */
export async function sourcesFor(caller: Caller, repository: Repository, id: string): Promise<Sources> {
  const lower = id.toLowerCase();
  return sourcesOf(caller, repository, lower, (await knownId(lower)) ?? lower);
}

/**
 * Each version once, oldest first, from the first repository that has it; empty for an unknown
 * package.
 */
export async function knownVersions({ locals, remotes }: Sources, id: string): Promise<KnownVersion[]> {
  const held: KnownVersion[] = await storedVersions(
    locals.map(({ key }) => key),
    id,
  );
  const upstreams = await eachUpstream(remotes, held.length > 0, (remote) => upstreamVersions(remote, id));
  const found = new Map<string, KnownVersion>();
  for (const version of [...held, ...upstreams.flat()]) {
    const key = lowerVersion(version.version);
    if (!found.has(key)) found.set(key, version);
  }
  return inOrder([...found.values()], ({ sortKey, version }) => `${sortKey} ${version}`);
}

/** Only the version names, for the flat container. */
export async function versionNames({ locals, remotes }: Sources, id: string): Promise<string[]> {
  const held = await storedVersions(
    locals.map(({ key }) => key),
    id,
  );
  const upstreams = await eachUpstream(remotes, held.length > 0, (remote) =>
    upstreamVersionNames(remote, id),
  );
  const names = new Set([...held.map(({ version }) => lowerVersion(version)), ...upstreams.flat()]);
  return inOrder([...names], (name) => `${nugetOrder(name).sortKey} ${name}`);
}

function inOrder<T>(values: T[], key: (value: T) => string): T[] {
  const keyed = values.map((value) => ({ value, sort: key(value) }));
  return keyed.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0)).map(({ value }) => value);
}
