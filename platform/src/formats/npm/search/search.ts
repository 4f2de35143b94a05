import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { inAnyReach, type Within } from '../../../files/tree/reach.ts';

export interface SearchQuery {
  /** The text typed by the user: words, `keywords:a,b`, `scope:team`. */
  text: string;
  size: number;
  from: number;
}

export interface FoundPackage {
  name: string;
  version: string;
  description: string | null;
  keywords: string[];
  /** ISO 8601. */
  date: string;
  /** The user who published the version in this instance; null if it comes from an upstream. */
  publisher: string | null;
}

/** Limits of the candidates: packages whose name matches, and packages of any name. */
const maxCandidates = 2000;
const maxExamined = 20_000;

/**
 * Packages that the caller can read and that contain every word in the name, description, or
 * keywords; best match first.
 */
export async function searchPackages(
  within: readonly Within[],
  query: SearchQuery,
): Promise<{ total: number; packages: FoundPackage[] }> {
  const { words, keywords, scope } = readText(query.text);
  const repos = sql.param(within.map(({ repository }) => repository.key));
  const reached = inAnyReach(within, sql`l.repo`, sql`p.name`);
  const conditions = [
    reached,
    sql`l.latest_version IS NOT NULL`,
    ...words.map((word) => {
      const pattern = likely(word);
      return sql`(l.name_lower LIKE ${pattern} OR lower(l.description) LIKE ${pattern}
        OR EXISTS (SELECT FROM unnest(l.tags) t WHERE lower(t) LIKE ${pattern}))`;
    }),
    ...keywords.map((keyword) => sql`EXISTS (SELECT FROM unnest(l.tags) t WHERE lower(t) = ${keyword})`),
    ...(scope ? [sql`l.name_lower LIKE ${`${likely(`@${scope}/`).slice(1)}`}`] : []),
  ];
  const [first = ''] = words;
  const result = await db().execute<FoundPackage & { total: number } & Record<string, unknown>>(sql`
    WITH candidates AS MATERIALIZED (
      (SELECT l.package_id, l.repo FROM packages p JOIN package_listings l ON l.package_id = p.id
        WHERE p.type = 'npm' AND p.name_lower LIKE ${likely(first)} AND ${reached}
        LIMIT ${maxCandidates})
      UNION
      (SELECT l.package_id, l.repo FROM package_listings l
        WHERE l.type = 'npm' AND l.repo = ANY(${repos}::text[]) LIMIT ${maxExamined})
    ), matches AS MATERIALIZED (
      SELECT DISTINCT ON (l.name_lower) p.name, l.repo, l.name_lower, l.latest_version, l.description, l.tags, l.modified, l.downloads
      FROM candidates c JOIN package_listings l ON l.package_id = c.package_id AND l.repo = c.repo
      JOIN packages p ON p.id = l.package_id WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY l.name_lower, array_position(${repos}::text[], l.repo::text)
    )
    SELECT name, latest_version AS version, description, tags AS keywords,
      to_char(modified AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS date,
      (SELECT v.published_by FROM npm_versions v
        WHERE v.repo = matches.repo AND v.name = matches.name AND v.version = latest_version) AS publisher,
      (SELECT count(*)::integer FROM matches) AS total
    FROM matches ORDER BY ${rank(first)}, downloads DESC, name_lower LIMIT ${query.size} OFFSET ${query.from}`);
  return {
    total: result.rows[0]?.total ?? 0,
    packages: result.rows.map(({ total: _total, ...found }) => found),
  };
}

/** Ranks the exact name first, then names that start with the word, then names that contain it. */
function rank(word: string): SQL {
  return sql`CASE WHEN name_lower = ${word} THEN 0 WHEN name_lower LIKE ${likely(word).slice(1)} THEN 1
    WHEN name_lower LIKE ${likely(word)} THEN 2 ELSE 3 END`;
}

/** A LIKE pattern for texts that contain the word. */
function likely(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

function readText(text: string): { words: string[]; keywords: string[]; scope?: string } {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  const after = (prefix: string) =>
    parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));
  const [scope] = after('scope:');
  return {
    // Qualifiers for data that is not stored are ignored.
    words: parts.filter((part) => !/^[a-z]+:/.test(part)),
    keywords: after('keywords:').flatMap((list) => list.split(/[,+]/).filter(Boolean)),
    ...(scope ? { scope: scope.replace(/^@/, '') } : {}),
  };
}
