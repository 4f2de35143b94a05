import type { MorePackageFacets } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { allowsProject } from '../../access/gateway.ts';
import { listProjects } from '../../access/projects/projects.ts';
import { db } from '../../database/db.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { candidatesOf } from '../list/candidates.ts';
import { listingConditions } from '../list/packageFilter.ts';
import { listingOrder } from '../list/packageOrder.ts';
import { shown } from '../list/shownVersion.ts';
import { everywhere } from '../listings.ts';
import { currentScans, typesWithFindings } from '../scans.ts';
import { compileSearch } from '../search/compileSearch.ts';
import { foundBy } from '../search/Matching.ts';
import { withinProjects } from '../search/withinProjects.ts';
import { isUnlimited, narrowView, type Scope, type View } from '../sql/readable.ts';
import { indexTypeOf } from '../typeNames.ts';
import { unknownTypes } from '../unknownTypes.ts';
import {
  conditionsOf,
  type FacetFilter,
  facetSeverities,
  looksAtVersions,
  maxFound,
  named,
  wholeRepos,
} from './facets.ts';

/** Vulnerable versions of each severity, or packages of a project, that are examined. */
const maxExamined = 20_000;
const maxProjects = 200;

interface Counted<Value> {
  readonly values: Value[];
  readonly capped: boolean;
}

/**
 * Severities and projects of packages with their numbers, each within the filters of all others. A
 * separate call, because they cost more than the other facets and are rarely used.
 */
export async function moreFacets(
  filter: FacetFilter,
  caller: Caller,
  view: View,
): Promise<MorePackageFacets> {
  const [severities, projects, unknown] = await Promise.all([
    countSeverities(filter, view),
    countProjects(filter, caller, view),
    typesNotScanned(filter, view),
  ]);
  return {
    ...{ severities: severities.values, projects: projects.values },
    ...{ capped: severities.capped || projects.capped, partial: view.partial.size > 0 },
    unknownTypes: unknown,
  };
}

/**
 * Counts packages by the severities of the version that the list shows. No values if they are
 * unknown, because nothing that matches is scanned.
 */
async function countSeverities(
  filter: FacetFilter,
  view: View,
): Promise<Counted<MorePackageFacets['severities'][number]>> {
  const types = await scannedTypes(filter);
  if (types.length === 0) return { values: [], capped: false };
  const { scope, conditions, candidates } = await within({ ...filter, types, severities: [] }, view);
  const inScope = isUnlimited(scope)
    ? sql`l.repo = ${everywhere}`
    : sql`l.repo = ANY(${sql.param([...scope])}::text[])`;
  const matching = sql.join([inScope, ...conditions], sql` AND `);
  const shownScan = sql`s.package_id = l.package_id AND s.version = ${shown(scope, sql`latest_version`)}`;
  const counted = (severity: string) => sql`s.${sql.identifier(severity)} > 0`;
  // Of vulnerable versions, there are fewer than of packages. The limit forces a lookup for each.
  const parts = facetSeverities.map((severity) =>
    candidates
      ? sql`SELECT ${severity} AS value, (SELECT count(*) FROM found) > ${maxFound} AS capped,
          (SELECT count(DISTINCT l.package_id) FROM found JOIN package_listings l ON l.package_id = found.package_id
            JOIN version_scans s ON ${shownScan} WHERE ${matching} AND ${counted(severity)})::integer AS count`
      : sql`SELECT ${severity} AS value, count(*) > ${maxExamined} AS capped,
          count(DISTINCT e.package_id) FILTER (WHERE e.matches)::integer AS count
        FROM (SELECT s.package_id, (SELECT true FROM package_listings l WHERE ${shownScan} AND ${matching} LIMIT 1) AS matches
          FROM version_scans s WHERE ${counted(severity)} LIMIT ${maxExamined + 1}) e`,
  );
  const { rows } = await db().execute<{ value: string; count: number; capped: boolean }>(sql`
    WITH found AS MATERIALIZED (${candidates ? await candidates.query(maxFound + 1) : sql`SELECT`})
    ${sql.join(parts, sql` UNION ALL `)}`);
  return {
    values: rows.map(({ value, count }) => ({ value, count })),
    capped: rows.some(({ capped }) => capped),
  };
}

/** The wanted types that can have findings. None while scanning is off. */
async function scannedTypes(filter: FacetFilter): Promise<string[]> {
  const scans = await currentScans();
  const wanted = filter.types.map(indexTypeOf);
  if (!scans.on) return [];
  return typesWithFindings(scans).filter((type) => wanted.length === 0 || wanted.includes(type));
}

/** Of the wanted types and repositories. */
async function typesNotScanned(filter: FacetFilter, given: View): Promise<string[]> {
  const ofProjects = await withinProjects(given, filter.projects);
  const view = filter.repos.length ? await narrowView(ofProjects, filter.repos) : ofProjects;
  const wanted = filter.types.map(indexTypeOf);
  const unknown = await unknownTypes(view, await currentScans());
  return unknown.filter((type) => wanted.length === 0 || wanted.includes(type));
}

/** Counts packages by the projects of their repositories, of those that the caller can see. */
async function countProjects(
  filter: FacetFilter,
  caller: Caller,
  view: View,
): Promise<Counted<MorePackageFacets['projects'][number]>> {
  const { repos, conditions, candidates } = await within({ ...filter, projects: [] }, view, true);
  const readable = new Set(repos);
  const places = (await listRepositories()).flatMap(({ key, projectKey }) =>
    projectKey !== undefined && readable.has(key) ? [{ key, projectKey }] : [],
  );
  const visible = new Set<string>();
  for (const project of new Set(places.map(({ projectKey }) => projectKey)))
    if (await allowsProject(caller, 'see', project)) visible.add(project);
  const seen = places.filter(({ projectKey }) => visible.has(projectKey));
  if (seen.length === 0) return { values: [], capped: false };
  const names = new Map(
    (await listProjects([...visible])).map(({ project_key, display_name }) => [project_key, display_name]),
  );
  const most = candidates || looksAtVersions(filter) ? maxFound : maxExamined;
  const listings = candidates
    ? sql`(${await candidates.query(most + 1)}) c JOIN package_listings l ON l.package_id = c.package_id`
    : sql`package_listings l`;
  const keys = sql.param(seen.map(({ key }) => key));
  const projects = sql.param(seen.map(({ projectKey }) => projectKey));
  const { rows } = await db().execute<{ project: string | null; count: number; capped: boolean }>(sql`
    WITH examined AS MATERIALIZED (
      SELECT l.* FROM ${listings} WHERE l.repo = ANY(${keys}::text[]) LIMIT ${most + 1}
    ), counted AS (
      SELECT p.project, count(DISTINCT l.package_id)::integer AS count
      FROM examined l JOIN unnest(${keys}::text[], ${projects}::text[]) AS p(repo, project) ON p.repo = l.repo
      WHERE ${sql.join(conditions, sql` AND `)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxProjects}
    )
    SELECT c.project, c.count, e.capped FROM (SELECT count(*) > ${most} AS capped FROM examined) e LEFT JOIN counted c ON true`);
  return {
    values: rows.flatMap(({ project, count }) =>
      project === null ? [] : [{ value: project, name: names.get(project) ?? project, count }],
    ),
    capped: rows[0]?.capped ?? false,
  };
}

interface Within {
  /** Listings that the caller can read as a whole. */
  readonly scope: Scope;
  readonly repos: readonly string[];
  readonly conditions: SQL[];
  readonly candidates: ReturnType<typeof candidatesOf>;
}

/** Compiles the filters like those of the list. `each`: for the listings of single repositories. */
async function within(filter: FacetFilter, given: View, each = false): Promise<Within> {
  const types = filter.types.map(indexTypeOf);
  const { filter: searched, view: found } = await compileSearch(
    conditionsOf(filter),
    await withinProjects(given, filter.projects),
  );
  const view = filter.repos.length ? await narrowView(found, filter.repos) : found;
  const repos = await wholeRepos(view);
  const scope = isUnlimited(view.scope) && !each ? view.scope : repos;
  const both = {
    ...searched,
    ...(filter.licenses.length ? { licenses: [...filter.licenses] } : {}),
  };
  const typed = [types, searched.packageTypeIn ?? []].filter(({ length }) => length > 0);
  const candidates = candidatesOf(both, scope, listingOrder('NAME', 'ASC'));
  return {
    ...{ scope, repos, candidates },
    conditions: [
      await named(filter, view),
      ...listingConditions(foundBy(candidates, both), scope),
      ...typed.map((each) => sql`l.type = ANY(${sql.param(each)}::text[])`),
    ],
  };
}
