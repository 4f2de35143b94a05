import type {
  BundleGroups,
  BundleNames,
  BundlePage,
  BundlesOfChecksum,
  BundleVersions,
} from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { allowsSomeBundle } from '../../access/bundles.ts';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';
import { type BundleVersion, selectVersions } from '../content/bundleRows.ts';
import { BUNDLE_REPOSITORY, DEFAULT_PROJECT } from '../wire.ts';
import { matches, readableBundles } from './readableBundles.ts';

export interface PageQuery {
  offset: number;
  limit: number;
}

const completed = sql`SELECT FROM release_bundle_promotions p WHERE p.bundle_id = b.id AND p.status = 'COMPLETED'`;

export async function bundleNames(caller: Caller): Promise<BundleNames> {
  const { rows } = await db().execute<{ name: string }>(
    sql`SELECT DISTINCT b.name FROM release_bundles b WHERE ${await readableBundles(caller)} ORDER BY b.name`,
  );
  return {
    release_bundles: rows.map(({ name }) => ({
      ...{ repository_key: BUNDLE_REPOSITORY, release_bundle_name: name, ...DEFAULT_PROJECT },
    })),
  };
}

interface GroupRow extends Record<string, unknown> {
  name: string;
  version: string;
  created: number;
  versions: number;
  total: number;
}

/** Returns bundles with their latest version. `prefix`: of the name. */
export async function bundleGroups(
  caller: Caller,
  query: PageQuery & { prefix: string; ascending: boolean },
  serviceId: string,
): Promise<BundleGroups> {
  const { offset, limit, prefix, ascending } = query;
  const direction = ascending ? sql`ASC` : sql`DESC`;
  const { rows } = await db().execute<GroupRow>(sql`
    SELECT g.*, count(*) OVER ()::integer AS total FROM (
      SELECT DISTINCT ON (b.name) b.name, b.version, (extract(epoch FROM b.created) * 1000)::float8 AS created,
        count(*) OVER (PARTITION BY b.name)::integer AS versions
      FROM release_bundles b WHERE ${await readableBundles(caller)} AND starts_with(b.name, ${prefix})
      ORDER BY b.name, b.created DESC, b.id DESC
    ) g ORDER BY g.created ${direction}, g.name LIMIT ${limit} OFFSET ${offset}`);
  return {
    release_bundles: rows.map(({ name, version, created, versions }) => ({
      ...{ repository_key: BUNDLE_REPOSITORY, ...DEFAULT_PROJECT, service_id: serviceId },
      ...{ created: new Date(created).toISOString(), release_bundle_name: name },
      ...{ release_bundle_version_latest: version, release_bundle_versions_count: versions },
    })),
    ...{ total: rows[0]?.total ?? 0, limit, offset },
  };
}

/** Returns the versions of a bundle, newest first. */
export async function bundleVersions(
  name: string,
  { offset, limit }: PageQuery,
  serviceId: string,
): Promise<BundleVersions> {
  const where = sql`WHERE b.name = ${name}`;
  const rows = await selectVersions(
    sql`${where} ORDER BY b.created DESC, b.id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
  return {
    release_bundles: rows.map((row) => ({
      status: 'COMPLETED',
      repository_key: BUNDLE_REPOSITORY,
      ...{ release_bundle_name: row.name, release_bundle_version: row.version, service_id: serviceId },
      ...{
        created_by: row.createdBy,
        created: row.created.toISOString(),
        created_millis: row.created.getTime(),
      },
      release_status: row.environments.includes('PROD') ? 'RELEASED' : 'PRE_RELEASE',
    })),
    ...{ total: await count(where), limit, offset },
  };
}

/**
 * Returns bundle versions for the console, newest first, and the counts per environment and user
 * over all matches.
 */
export async function bundlePage(
  caller: Caller,
  query: PageQuery & { search: string; environment: string; createdBy: string },
): Promise<BundlePage> {
  const { offset, limit, search, environment, createdBy } = query;
  const found = sql`${await readableBundles(caller)} AND ${matches(search)}`;
  const chosen = [
    ...(environment === '' ? [] : [sql`EXISTS (${completed} AND p.environment = ${environment})`]),
    ...(createdBy === '' ? [] : [sql`b.created_by = ${createdBy}`]),
  ];
  const where = sql`WHERE ${sql.join([found, ...chosen], sql` AND `)}`;
  const [rows, total, environments, users] = await Promise.all([
    selectVersions(sql`${where} ORDER BY b.created DESC, b.id DESC LIMIT ${limit} OFFSET ${offset}`),
    count(where),
    facet(sql`SELECT p.environment AS value, count(DISTINCT b.id)::integer AS count FROM release_bundles b
      JOIN release_bundle_promotions p ON p.bundle_id = b.id AND p.status = 'COMPLETED' WHERE ${found} GROUP BY 1 ORDER BY 1`),
    facet(
      sql`SELECT b.created_by AS value, count(*)::integer AS count FROM release_bundles b WHERE ${found} GROUP BY 1 ORDER BY 1`,
    ),
  ]);
  return {
    bundles: rows.map(rowOf),
    total,
    facets: { environments, createdBy: users },
    mayCreate: await allowsSomeBundle(caller, 'deploy'),
  };
}

/** Returns bundle versions that contain the content, newest first. */
export async function bundlesOfChecksum(
  caller: Caller,
  sha256: string,
  limit: number,
): Promise<BundlesOfChecksum> {
  const where = sql`WHERE ${await readableBundles(caller)}
    AND b.id IN (SELECT a.bundle_id FROM release_bundle_artifacts a WHERE a.sha256 = ${sha256})`;
  const rows = await selectVersions(sql`${where} ORDER BY b.created DESC, b.id DESC LIMIT ${limit}`);
  return {
    data: rows.map(({ name, version, created, createdBy, environments }) => ({
      ...{ name, version, created: created.toISOString(), created_by: createdBy, environments },
    })),
    total: await count(where),
  };
}

export function rowOf(row: BundleVersion): BundlePage['bundles'][number] {
  const { name, version, created, createdBy, artifacts, bytes, environments } = row;
  return { name, version, created: created.toISOString(), createdBy, artifacts, bytes, environments };
}

async function count(where: SQL): Promise<number> {
  const { rows } = await db().execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM release_bundles b ${where}`,
  );
  return rows[0]?.total ?? 0;
}

async function facet(statement: SQL): Promise<{ value: string; count: number }[]> {
  return (await db().execute<{ value: string; count: number }>(statement)).rows;
}
