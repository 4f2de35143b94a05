import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { type ReadableBuilds, readable } from './domains.ts';
import { buildFields } from './fields.ts';
import { iso } from './iso.ts';

type Build = Record<string, string>;

/**
 * Returns the build fields of each file, by ID: of readable builds that produced it. Omits files
 * without builds.
 */
export async function buildsOfItems(
  ids: readonly string[],
  fields: readonly string[],
  names: ReadableBuilds,
): Promise<ReadonlyMap<string, Build[]>> {
  const pairs = fields.map((field) => {
    const known = buildFields[field];
    const value = known?.kind === 'date' ? iso(known.column) : known?.column;
    return sql`${`build.${field}`}::text, ${value ?? sql`''`}`;
  });
  // Each of the two checksums has its own index.
  const { rows } = await db().execute<{ id: string; builds: Build[] }>(sql`
    SELECT f.id::text AS id, jsonb_agg(DISTINCT jsonb_build_object(${sql.join(pairs, sql`, `)})) AS builds
    FROM files f JOIN blobs b ON b.sha256 = f.sha256
    CROSS JOIN LATERAL (
      SELECT build_id FROM build_files WHERE made AND sha256 = f.sha256
      UNION SELECT build_id FROM build_files WHERE made AND sha256 IS NULL AND sha1 = b.sha1
    ) made JOIN builds bd ON bd.id = made.build_id
    WHERE f.id = ANY(${sql.param([...ids])}::bigint[]) AND ${readable(names)} GROUP BY f.id`);
  return new Map(rows.map(({ id, builds }) => [id, builds]));
}

/** Returns the build fields in a part of `.include(…)`; undefined for other parts. */
export function buildFieldsIn(given: string): string[] | undefined {
  const [matched, field = '*'] = /^artifact\.module\.build(?:\.(.+))?$/.exec(given) ?? [];
  if (matched === undefined) return undefined;
  if (field === '*') return Object.keys(buildFields);
  return Object.hasOwn(buildFields, field) ? [field] : undefined;
}
