import type { Addresses, Hive } from '../addresses.ts';
import type { KnownVersion } from '../versions.ts';
import { lowerVersion } from '../versions.ts';

/**
 * Versions per page, and the maximum number of pages to inline in an index. Clients request further
 * pages separately.
 */
const pageSize = 64;
const maxInlinePages = 2;

/** The registration index of at least one version, oldest first. */
export function registrationIndex(
  addresses: Addresses,
  hive: Hive,
  versions: readonly KnownVersion[],
): object {
  const pages = Array.from({ length: Math.ceil(versions.length / pageSize) }, (_, page) =>
    versions.slice(page * pageSize, (page + 1) * pageSize),
  );
  const id = versions[0]?.id ?? '';
  return {
    '@id': addresses.registration(hive, id),
    '@type': ['catalog:CatalogRoot', 'PackageRegistration', 'catalog:Permalink'],
    count: pages.length,
    items: pages.map((page) => pageOf(addresses, hive, page, pages.length <= maxInlinePages)),
  };
}

/** The page between two versions; undefined if there is no such page. */
export function registrationPage(
  addresses: Addresses,
  hive: Hive,
  versions: readonly KnownVersion[],
  lower: string,
  upper: string,
): object | undefined {
  const at = (version: string) =>
    versions.findIndex((each) => lowerVersion(each.version) === lowerVersion(version));
  const [from, to] = [at(lower), at(upper)];
  if (from < 0 || to < from || to - from >= pageSize) return undefined;
  return pageOf(addresses, hive, versions.slice(from, to + 1), true);
}

function pageOf(addresses: Addresses, hive: Hive, page: readonly KnownVersion[], whole: boolean): object {
  const [first] = page;
  const last = page.at(-1);
  if (!first || !last) throw new Error('A registration page must contain at least one version');
  return {
    '@id': addresses.page(hive, first.id, first.version, last.version),
    '@type': 'catalog:CatalogPage',
    count: page.length,
    lower: lowerVersion(first.version),
    upper: lowerVersion(last.version),
    parent: addresses.registration(hive, first.id),
    ...(whole ? { items: page.map((version) => itemOf(addresses, hive, version)) } : {}),
  };
}

function itemOf(addresses: Addresses, hive: Hive, known: KnownVersion): object {
  const { id, version } = known;
  return {
    '@id': addresses.leaf(hive, id, version),
    '@type': 'Package',
    catalogEntry: catalogEntry(addresses, hive, known),
    packageContent: addresses.content(id, version),
    registration: addresses.registration(hive, id),
  };
}

/** The registration of a single version. */
export function registrationLeaf(addresses: Addresses, hive: Hive, known: KnownVersion): object {
  const { id, version, listed, published } = known;
  return {
    '@id': addresses.leaf(hive, id, version),
    '@type': ['Package', 'http://schema.nuget.org/catalog#Permalink'],
    catalogEntry: catalogEntry(addresses, hive, known),
    listed,
    packageContent: addresses.content(id, version),
    published: published.toISOString(),
    registration: addresses.registration(hive, id),
  };
}

function catalogEntry(addresses: Addresses, hive: Hive, known: KnownVersion): object {
  const { id, version, listed, published, entry } = known;
  const { packageTypes: _types, dependencyGroups, ...texts } = entry;
  return {
    '@id': addresses.leaf(hive, id, version),
    '@type': 'PackageDetails',
    ...texts,
    ...(dependencyGroups
      ? { dependencyGroups: dependencyGroups.map((group) => groupOf(addresses, hive, group)) }
      : {}),
    id,
    listed,
    packageContent: addresses.content(id, version),
    published: published.toISOString(),
    version,
  };
}

function groupOf(
  addresses: Addresses,
  hive: Hive,
  { targetFramework, dependencies }: NonNullable<KnownVersion['entry']['dependencyGroups']>[number],
): object {
  return {
    '@type': 'PackageDependencyGroup',
    ...(targetFramework ? { targetFramework } : {}),
    dependencies: dependencies.map(({ id, range }) => ({
      '@type': 'PackageDependency',
      id,
      range,
      registration: addresses.registration(hive, id),
    })),
  };
}
