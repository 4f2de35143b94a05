import type { Caller } from '../../../access/Caller.ts';
import { reaches, readable, type Within } from '../../../files/tree/reach.ts';
import { mayQueryUpstreamFor } from '../../../repositories/ownNames.ts';
import type { Repository } from '../../../repositories/Repository.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import type { Addresses, Hive } from '../addresses.ts';
import { type KnownVersion, knownId, storedVersions } from '../versions.ts';
import { downloadsOf, type Query, searchLocally } from './searchLocally.ts';
import { searchUpstream } from './searchUpstream.ts';

/** A search result before URLs are added. */
interface Found {
  id: string;
  version: string;
  entry: KnownVersion['entry'];
  downloads: number;
  versions: { version: string; downloads: number }[];
}

export interface SearchResult {
  total: number;
  found: Found[];
}

/**
 * Searches local packages first, then each upstream. A failing upstream is passed to `report`; if
 * there is nothing else to search, its `UpstreamError` is thrown.
 */
export async function search(
  caller: Caller,
  repository: Repository,
  query: Query,
  report: (failure: UpstreamError) => void,
): Promise<SearchResult> {
  const within = await readable(caller, repository);
  const locals = within.filter((member) => member.repository.type === 'local');
  const local = await searchLocally(locals, query);
  const found = await Promise.all(local.ids.map((id) => describe(locals, id, query)));
  const result = { total: local.total, found: found.filter((each) => each !== undefined) };
  for (const remote of within.filter((member) => member.repository.type === 'remote')) {
    try {
      await add(repository, remote, query, result);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (within.length === 1) throw error;
      report(error);
    }
  }
  return result;
}

/** Adds an upstream's results to the page, after the results found so far. */
async function add(
  repository: Repository,
  { repository: remote, reach }: Within,
  query: Query,
  result: SearchResult,
): Promise<void> {
  const { skip, take } = query;
  const rest = { ...query, skip: Math.max(0, skip - result.total), take: take - result.found.length };
  const fromUpstream = await searchUpstream(remote, { ...rest, take: Math.max(rest.take, 1) });
  if (!fromUpstream) return;
  result.total += fromUpstream.total;
  for (const each of fromUpstream.found.slice(0, rest.take)) {
    const known = (await knownId(each.id)) ?? each.id;
    const twice = result.found.some(({ id }) => id.toLowerCase() === each.id.toLowerCase());
    // Results that are not shown are not counted.
    if (!twice && reaches(reach, each.id.toLowerCase()) && (await mayQueryUpstreamFor(repository, known)))
      result.found.push(each);
    else result.total -= 1;
  }
}

async function describe(locals: readonly Within[], id: string, query: Query): Promise<Found | undefined> {
  const repos = locals.filter(({ reach }) => reaches(reach, id)).map(({ repository }) => repository.key);
  const versions = (await storedVersions(repos, id)).filter(
    ({ listed, prerelease, semver2 }) =>
      listed && (query.prerelease || !prerelease) && (query.semver2 || !semver2),
  );
  const newest = versions.at(-1);
  if (!newest) return undefined;
  const downloads = await downloadsOf(versions);
  const each = versions.map(({ repo, path, version }) => ({
    version,
    downloads: downloads.get(`${repo}/${path}`) ?? 0,
  }));
  return {
    id: newest.id,
    version: newest.version,
    entry: newest.entry,
    downloads: each.reduce((sum, one) => sum + one.downloads, 0),
    versions: each,
  };
}

/** The response for clients. */
export function searchAnswer(addresses: Addresses, hive: Hive, { total, found }: SearchResult): object {
  return {
    totalHits: total,
    data: found.map(({ id, version, entry, downloads, versions }) => {
      const { dependencyGroups: _groups, authors, packageTypes, ...shown } = entry;
      return {
        '@id': addresses.registration(hive, id),
        '@type': 'Package',
        registration: addresses.registration(hive, id),
        id,
        version,
        description: '',
        summary: '',
        title: id,
        tags: [],
        ...shown,
        authors: authors ? authors.split(',').map((each) => each.trim()) : [],
        packageTypes: packageTypes ?? [{ name: 'Dependency' }],
        totalDownloads: downloads,
        verified: false,
        versions: versions.map((each) => ({ ...each, '@id': addresses.leaf(hive, id, each.version) })),
      };
    }),
  };
}
