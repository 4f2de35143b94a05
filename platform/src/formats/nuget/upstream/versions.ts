import type { Repository } from '../../../repositories/Repository.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import type { DependencyGroup, PackageEntry } from '../package/nuspec.ts';
import { isId } from '../package/nuspec.ts';
import { nugetOrder, parseVersion, rangeNeedsSemver2 } from '../version.ts';
import type { KnownVersion } from '../versions.ts';
import { cachePath } from './paths.ts';
import { serviceOf } from './service.ts';
import { upstreamJson } from './upstreamJson.ts';

const maxPages = 200;
const maxVersions = 20_000;

/**
 * The version names in the upstream's flat container; undefined if it does not have the package.
 */
export async function upstreamVersionNames(remote: Repository, id: string): Promise<string[] | undefined> {
  const { flatContainer } = await serviceOf(remote);
  if (!flatContainer) return undefined;
  const url = new URL(`${encodeURIComponent(id.toLowerCase())}/index.json`, flatContainer);
  const found = (await upstreamJson(remote, cachePath.versions(id), url)) as
    | { versions?: unknown }
    | undefined;
  if (found === undefined) return undefined;
  if (!Array.isArray(found?.versions)) throw upstreamNonsense(remote, 'an invalid version list');
  return found.versions
    .slice(0, maxVersions)
    .flatMap((each) => (typeof each === 'string' ? (parseVersion(each)?.normal.toLowerCase() ?? []) : []));
}

/**
 * All versions in the upstream's registration; undefined if it has none. Throws `UpstreamError`.
 */
export async function upstreamVersions(remote: Repository, id: string): Promise<KnownVersion[] | undefined> {
  const { registration } = await serviceOf(remote);
  if (!registration) return undefined;
  const url = new URL(`${encodeURIComponent(id.toLowerCase())}/index.json`, registration);
  const index = await upstreamJson(remote, cachePath.registration(id), url);
  if (index === undefined) return undefined;
  const pages = itemsOf(index);
  if (!pages) throw upstreamNonsense(remote, 'an invalid registration');
  if (pages.length > maxPages)
    throw upstreamNonsense(remote, `a registration of more than ${maxPages} pages`);
  const found = new Map<string, KnownVersion>();
  for (const page of pages) {
    for (const leaf of itemsOf(page) ?? (await pageItems(remote, id, url, page))) {
      const version = readLeaf(leaf, id);
      if (version) found.set(version.version.toLowerCase(), version);
    }
    if (found.size > maxVersions)
      throw upstreamNonsense(remote, `more than ${maxVersions} versions of ${id}`);
  }
  return [...found.values()];
}

function itemsOf(value: unknown): unknown[] | undefined {
  const { items } = (typeof value === 'object' && value !== null ? value : {}) as { items?: unknown };
  return Array.isArray(items) ? items : undefined;
}

/** The entries of a page that is not included in the index. */
async function pageItems(remote: Repository, id: string, index: URL, page: unknown): Promise<unknown[]> {
  const { '@id': given } = (page ?? {}) as Record<string, unknown>;
  if (typeof given !== 'string' || !URL.canParse(given, index.href)) return [];
  const url = new URL(given, index);
  if (url.origin !== index.origin)
    throw upstreamNonsense(remote, 'a registration with pages on another host');
  return itemsOf(await upstreamJson(remote, cachePath.page(id, url.href), url)) ?? [];
}

function readLeaf(leaf: unknown, wanted: string): KnownVersion | undefined {
  const { catalogEntry } = (leaf ?? {}) as { catalogEntry?: unknown };
  if (typeof catalogEntry !== 'object' || catalogEntry === null) return undefined;
  const { id, version, listed, published, ...rest } = catalogEntry as Record<string, unknown>;
  const parsed = typeof version === 'string' ? parseVersion(version) : undefined;
  if (typeof id !== 'string' || id.toLowerCase() !== wanted.toLowerCase() || !parsed) return undefined;
  const entry = readEntry(rest);
  const when = typeof published === 'string' ? Date.parse(published) : Number.NaN;
  const ranges = (entry.dependencyGroups ?? []).flatMap(({ dependencies }) => dependencies);
  return {
    id,
    version: parsed.full,
    sortKey: nugetOrder(parsed.full).sortKey,
    prerelease: parsed.prerelease,
    semver2: parsed.semver2 || ranges.some(({ range }) => rangeNeedsSemver2(range)),
    // Some feeds mark an unlisted version with the publish year 1900.
    listed: listed !== false && !(when < Date.UTC(1901, 0)),
    published: new Date(Number.isNaN(when) ? 0 : when),
    entry,
  };
}

const texts = [
  ...['authors', 'description', 'iconUrl', 'language', 'licenseExpression', 'licenseUrl', 'minClientVersion'],
  ...['projectUrl', 'summary', 'title'],
] as const;

/** The fields with valid values. */
export function readEntry(given: Readonly<Record<string, unknown>>): PackageEntry {
  const list = [given.tags].flat().filter((each): each is string => typeof each === 'string' && each !== '');
  const tags = typeof given.tags === 'string' ? given.tags.split(/[\s,;]+/).filter(Boolean) : list;
  const groups = Array.isArray(given.dependencyGroups) ? given.dependencyGroups.slice(0, 200) : [];
  return {
    ...Object.fromEntries(
      texts.flatMap((key) => {
        const text = Array.isArray(given[key]) ? (given[key] as unknown[]).join(', ') : given[key];
        return typeof text === 'string' && text !== '' ? [[key, text.slice(0, 4000)]] : [];
      }),
    ),
    ...(given.requireLicenseAcceptance === true ? { requireLicenseAcceptance: true } : {}),
    ...(tags.length ? { tags: tags.slice(0, 100) } : {}),
    ...(groups.length ? { dependencyGroups: groups.map(readGroup) } : {}),
  };
}

function readGroup(value: unknown): DependencyGroup {
  const { targetFramework, dependencies } = (value ?? {}) as Record<string, unknown>;
  return {
    ...(typeof targetFramework === 'string' && targetFramework
      ? { targetFramework: targetFramework.slice(0, 200) }
      : {}),
    dependencies: (Array.isArray(dependencies) ? dependencies : []).slice(0, 5000).flatMap((each) => {
      const { id, range } = (each ?? {}) as Record<string, unknown>;
      if (typeof id !== 'string' || !isId(id)) return [];
      return [{ id, range: typeof range === 'string' && range ? range.slice(0, 200) : '(, )' }];
    }),
  };
}
