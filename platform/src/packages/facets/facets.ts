import type { PackageFacets, PackageFilter, Severity } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { candidatesOf } from '../list/candidates.ts';
import { consolePlugins } from '../list/consolePlugins.ts';
import { listingConditions } from '../list/packageFilter.ts';
import { listingOrder } from '../list/packageOrder.ts';
import { compileSearch } from '../search/compileSearch.ts';
import { foundBy } from '../search/Matching.ts';
import { withinProjects } from '../search/withinProjects.ts';
import { anyLicense } from '../sql/conditions.ts';
import { likePattern, matchesAll } from '../sql/glob.ts';
import { isUnlimited, narrowView, type View } from '../sql/readable.ts';
import { indexTypeOf } from '../typeNames.ts';

/** Packages of which the values are counted: beyond that, each count is a least one. */
const maxExamined = 50_000;
/**
 * The same for searches, and for filters of versions, which are looked up package by package: 3000
 * took 110 ms at the 99th percentile.
 */
export const maxFound = 2000;
/** Values of one facet. */
const maxValues = 200;

/** Severities that the list can be filtered by, most severe first. */
export const facetSeverities = ['critical', 'high', 'medium', 'low'] as const;
type FacetSeverity = (typeof facetSeverities)[number];

/** The other filters of the list, within which the values of a facet are counted. */
export interface FacetFilter {
  name?: string | undefined;
  /** As in the search box. */
  search?: string | undefined;
  types: readonly string[];
  repos: readonly string[];
  licenses: readonly string[];
  /** Keys of projects. Those that do not exist or cannot be seen match nothing. */
  projects: readonly string[];
  /** In lowercase: the newest version has a vulnerability of one of them. */
  severities: readonly FacetSeverity[];
  /** Includes packages that only the repository of the console's plugins contains. */
  plugins: boolean;
  /** Filters of the list that no facet offers. */
  others: Pick<PackageFilter, (typeof otherFilters)[number]>;
}

export const otherFilters = [
  'description',
  'version',
  'tags',
  'checksum',
  'modifiedMin',
  'modifiedMax',
  'cve',
  'ignorePreRelease',
] as const satisfies readonly (keyof PackageFilter)[];

/**
 * Types, repositories, and licenses of packages with their numbers: of each facet all values,
 * within the filters of the others. Repositories of which the caller can read only some paths
 * aren't counted, because each package would have to be checked.
 */
export async function packageFacets(filter: FacetFilter, given: View): Promise<PackageFacets> {
  const { filter: searched, view } = await compileSearch(
    conditionsOf(filter),
    await withinProjects(given, filter.projects),
  );
  const all = await wholeRepos(view);
  const chosen = filter.repos.length ? await wholeRepos(await narrowView(view, filter.repos)) : all;
  const types = filter.types.map(indexTypeOf);
  const inRepos = filter.repos.length ? sql`l.repo = ANY(${sql.param(chosen)}::text[])` : sql`true`;
  const ofTypes = types.length ? sql`l.type = ANY(${sql.param(types)}::text[])` : sql`true`;
  const licensed = filter.licenses.length ? anyLicense(sql`l.licenses`, filter.licenses) : sql`true`;
  const { packageTypeIn: searchedTypes } = searched;
  // Checksums and advisories are conditions of the candidates only.
  const candidates = candidatesOf(searched, all, listingOrder('NAME', 'ASC'));
  const matching = [
    await named(filter, view),
    ...listingConditions(foundBy(candidates, searched), all),
    ...(searchedTypes ? [sql`l.type = ANY(${sql.param(searchedTypes)}::text[])`] : []),
  ];
  const most = candidates || looksAtVersions(filter) ? maxFound : maxExamined;
  const listings = candidates
    ? sql`(${await candidates.query(most + 1)}) c JOIN package_listings l ON l.package_id = c.package_id`
    : sql`package_listings l`;
  const { rows } = await db().execute<Row>(sql`
    WITH examined AS MATERIALIZED (
      SELECT l.* FROM ${listings} WHERE l.repo = ANY(${sql.param(all)}::text[]) LIMIT ${most + 1}
    ), l AS MATERIALIZED (SELECT l.package_id, l.repo, l.type, l.licenses FROM examined l
      WHERE ${sql.join(matching, sql` AND `)})
    SELECT (SELECT count(*) > ${most} FROM examined) AS capped,
      ${values(sql`type`, sql`l`, [inRepos, licensed])} AS types,
      ${values(sql`repo`, sql`l`, [ofTypes, licensed])} AS repos,
      ${values(sql`license`, sql`l CROSS JOIN LATERAL unnest(l.licenses) AS license`, [inRepos, ofTypes])} AS licenses`);
  const [row] = rows;
  const { capped = false, types: typed, repos, licenses } = row ?? {};
  return {
    ...{ types: typed ?? [], repositories: repos ?? [], licenses: licenses ?? [] },
    ...{ capped, partial: view.partial.size > 0 },
  };
}

interface Row extends Record<string, unknown> {
  capped: boolean;
  types: PackageFacets['types'] | null;
  repos: PackageFacets['types'] | null;
  licenses: PackageFacets['types'] | null;
}

/** The conditions of the list that are the same for all facets. */
export function conditionsOf({ search = '', severities, others }: FacetFilter): PackageFilter {
  return { search, ...others, ...ofSeverities(severities) };
}

/** Whether each package is compared with its versions. */
export function looksAtVersions({ others }: FacetFilter): boolean {
  return others.version !== undefined || others.ignorePreRelease === true;
}

function ofSeverities(severities: readonly FacetSeverity[]): Pick<PackageFilter, 'vulnerabilities'> {
  if (severities.length === 0) return {};
  return {
    vulnerabilities: severities.map((severity) => ({
      ...{ severity: severity.toUpperCase() as Severity, countMin: 1 },
    })),
  };
}

/** Keys of repositories that can be read as a whole. */
export async function wholeRepos({ scope, partial }: View): Promise<string[]> {
  if (!isUnlimited(scope)) return scope.filter((repo) => !partial.has(repo));
  return (await listRepositories()).filter(({ type }) => type !== 'virtual').map(({ key }) => key);
}

export async function named({ name, plugins }: FacetFilter, view: View): Promise<SQL> {
  const matching = name && !matchesAll(name) ? sql`l.name_lower LIKE ${likePattern(name)}` : sql`true`;
  const hidden = plugins ? [] : (await consolePlugins(view.scope)).map(({ id }) => id);
  return hidden.length ? sql`${matching} AND l.package_id <> ALL(${sql.param(hidden)}::bigint[])` : matching;
}

/** Most frequent first. */
function values(value: SQL, from: SQL, conditions: readonly SQL[]): SQL {
  return sql`(SELECT jsonb_agg(jsonb_build_object('value', value, 'count', count) ORDER BY count DESC, value) FROM (
    SELECT ${value} AS value, count(DISTINCT l.package_id) AS count FROM ${from}
    WHERE ${sql.join([...conditions], sql` AND `)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxValues}) each)`;
}
