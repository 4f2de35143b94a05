import type { Repository } from '../../../repositories/Repository.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { isId, type PackageEntry } from '../package/nuspec.ts';
import { serviceOf } from '../upstream/service.ts';
import { askJson } from '../upstream/upstreamJson.ts';
import { readEntry } from '../upstream/versions.ts';
import { parseVersion } from '../version.ts';
import type { Query } from './searchLocally.ts';

export interface FoundUpstream {
  id: string;
  version: string;
  entry: PackageEntry;
  downloads: number;
  versions: { version: string; downloads: number }[];
}

/** The upstream's search results; undefined if it has no search service. Throws `UpstreamError`. */
export async function searchUpstream(
  remote: Repository,
  query: Query,
): Promise<{ total: number; found: FoundUpstream[] } | undefined> {
  const { search } = await serviceOf(remote);
  if (!search) return undefined;
  const url = new URL(search);
  const { text, skip, take, prerelease, semver2, packageType } = query;
  const parameters = {
    q: text,
    skip,
    take,
    prerelease,
    semVerLevel: semver2 ? '2.0.0' : '1.0.0',
    packageType,
  };
  for (const [key, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(key, `${value}`);
  const answer = (await askJson(remote, url)) as { totalHits?: unknown; data?: unknown } | undefined;
  if (!Array.isArray(answer?.data)) throw upstreamNonsense(remote, 'an invalid search response');
  const found = answer.data.slice(0, take).flatMap((each) => readFound(each) ?? []);
  return { total: Math.max(count(answer.totalHits), found.length), found };
}

function readFound(value: unknown): FoundUpstream | undefined {
  const { id, version, versions, totalDownloads, ...rest } = (value ?? {}) as Record<string, unknown>;
  const parsed = typeof version === 'string' ? parseVersion(version) : undefined;
  if (typeof id !== 'string' || !isId(id) || !parsed) return undefined;
  const others = (Array.isArray(versions) ? versions : []).slice(0, 2000).flatMap((each) => {
    const { version: name, downloads } = (each ?? {}) as Record<string, unknown>;
    const other = typeof name === 'string' ? parseVersion(name) : undefined;
    return other ? [{ version: other.full, downloads: count(downloads) }] : [];
  });
  return {
    id,
    version: parsed.full,
    entry: readEntry(rest),
    downloads: count(totalDownloads),
    versions: others,
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}
