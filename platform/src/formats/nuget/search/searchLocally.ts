import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { inAnyReach, type Within } from '../../../files/tree/reach.ts';

export interface Query {
  /** Search words; `packageid:x` selects one package. */
  text: string;
  skip: number;
  take: number;
  prerelease: boolean;
  semver2: boolean;
  packageType?: string;
}

/** IDs of matching packages that the caller can read, best match first, and their total number. */
export async function searchLocally(
  within: readonly Within[],
  query: Query,
): Promise<{ ids: string[]; total: number }> {
  if (!within.length) return { ids: [], total: 0 };
  const { skip, take } = query;
  const lower = query.text.trim().toLowerCase();
  const fits = sql`${inAnyReach(within, sql`repo`, sql`lower_id`)} AND ${visible(query)} AND ${matches(lower)}`;
  const { rows } = await db().execute<{ lower_id: string; total: number }>(sql`
    SELECT lower_id, (count(*) OVER ())::integer AS total FROM (SELECT DISTINCT lower_id FROM nuget_versions WHERE ${fits}) found
    ORDER BY lower_id <> ${lower}, NOT starts_with(lower_id, ${lower}), lower_id LIMIT ${Math.max(take, 1)} OFFSET ${skip}`);
  if (rows[0]) return { ids: rows.slice(0, take).map((row) => row.lower_id), total: rows[0].total };
  if (skip === 0) return { ids: [], total: 0 };
  const { rows: counted } = await db().execute<{ total: number }>(sql`
    SELECT count(DISTINCT lower_id)::integer AS total FROM nuget_versions WHERE ${fits}`);
  return { ids: [], total: counted[0]?.total ?? 0 };
}

function visible({ prerelease, semver2, packageType }: Query): SQL {
  const conditions = [
    sql`listed`,
    ...(prerelease ? [] : [sql`NOT prerelease`]),
    ...(semver2 ? [] : [sql`NOT semver2`]),
    ...(packageType ? [sql`(${ofType(packageType)})`] : []),
  ];
  return sql.join(conditions, sql` AND `);
}

/** A package without a type is a dependency. */
function ofType(name: string): SQL {
  const named = sql`EXISTS (SELECT FROM jsonb_array_elements(entry->'packageTypes') t WHERE lower(t->>'name') = ${name.toLowerCase()})`;
  return name.toLowerCase() === 'dependency' ? sql`NOT entry ? 'packageTypes' OR ${named}` : named;
}

/** Every word must appear in the ID, title, tags, or description. */
function matches(lower: string): SQL {
  const exact = /^(?:packageid|id):"?([^"\s]+)"?$/.exec(lower)?.[1];
  if (exact) return sql`lower_id = ${exact}`;
  const words = lower.split(/\s+/).filter(Boolean).slice(0, 10);
  if (!words.length) return sql`true`;
  return sql.join(
    words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      return sql`(lower_id LIKE ${pattern} OR lower(concat_ws(' ', entry->>'title', entry->>'description', entry->>'tags')) LIKE ${pattern})`;
    }),
    sql` AND `,
  );
}

/** Number of downloads of each version, by path. */
export async function downloadsOf(
  files: readonly { repo: string; path: string }[],
): Promise<Map<string, number>> {
  if (!files.length) return new Map();
  const [repos, paths] = [files.map(({ repo }) => repo), files.map(({ path }) => path)];
  const { rows } = await db().execute<{ repo: string; path: string; downloads: number }>(sql`
    SELECT f.repo, f.path, f.downloads::float8 AS downloads FROM files f
    JOIN unnest(${sql.param(repos)}::text[], ${sql.param(paths)}::text[]) AS g (repo, path) ON f.repo = g.repo AND f.path = g.path`);
  return new Map(rows.map(({ repo, path, downloads }) => [`${repo}/${path}`, downloads]));
}
