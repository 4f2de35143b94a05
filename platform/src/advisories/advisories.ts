import type { AdvisoryPage, AdvisoryRow } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { Affected } from './Advisory.ts';
import { type Severity, severities } from './severities.ts';

/** An advisory about one package. */
export interface HeldAdvisory {
  number: number;
  id: string;
  name: string;
  title: string;
  details: string;
  severity: Severity;
  score: number | null;
  vector: string | null;
  url: string;
  aliases: string[];
  cwes: string[];
  /** ISO 8601. */
  published: string;
  modified: string;
  affected: Affected[];
}

const utc = (column: string) =>
  sql.raw(`to_char(a.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/** Returns the advisories of packages; `ecosystem` in OSV notation. */
export async function findAdvisories(ecosystem: string, names: readonly string[]): Promise<HeldAdvisory[]> {
  if (names.length === 0) return [];
  const { rows } = await db().execute<HeldAdvisory & Record<string, unknown>>(sql`
    SELECT a.number::float8 AS number, a.id, p.name, a.title, a.details, a.severity, a.score, a.vector, a.url, a.aliases,
      a.cwes, ${utc('published')} AS published, ${utc('modified')} AS modified, p.affected
    FROM advisory_packages p JOIN advisories a ON a.id = p.advisory
    WHERE p.ecosystem = ${ecosystem} AND p.name = ANY(${sql.param([...names])}::text[]) ORDER BY a.id`);
  return rows;
}

export interface AdvisoryQuery {
  /** Prefix of an ID, an alias, or a package name. */
  query?: string;
  severity?: string;
  ecosystem?: string;
  after?: string;
  limit?: number;
}

/** Last changed first. Throws `HttpError` 400 for an invalid cursor or severity. */
export async function listAdvisories({
  query,
  severity,
  ecosystem,
  after,
  limit = 50,
}: AdvisoryQuery): Promise<AdvisoryPage> {
  const conditions = [
    ...(query ? [matching(query)] : []),
    ...(severity ? [sql`a.severity = ${knownSeverity(severity)}`] : []),
    ...(ecosystem
      ? [sql`EXISTS (SELECT FROM advisory_packages p WHERE p.advisory = a.id AND p.ecosystem = ${ecosystem})`]
      : []),
    ...(after ? [beyond(after)] : []),
  ];
  const where = conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`;
  const { rows } = await db().execute<AdvisoryRow & { place: string } & Record<string, unknown>>(sql`
    SELECT a.id, a.title, a.severity, a.url, a.aliases, a.source, ${utc('modified')} AS modified,
      extract(epoch FROM a.modified)::text || ' ' || a.id AS place,
      coalesce((SELECT jsonb_agg(jsonb_build_object('ecosystem', p.ecosystem, 'name', p.name))
        FROM (SELECT ecosystem, name FROM advisory_packages WHERE advisory = a.id ORDER BY 1, 2 LIMIT 10) p), '[]') AS packages,
      (SELECT count(*)::integer FROM version_findings f WHERE f.advisory = a.id) AS versions
    FROM advisories a WHERE ${where} ORDER BY a.modified DESC, a.id DESC LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    advisories: page.map(({ place: _place, ...row }) => row),
    ...(rows.length > limit && last ? { next: last.place } : {}),
    ...(await totals()),
  };
}

async function totals(): Promise<Pick<AdvisoryPage, 'total' | 'packages' | 'versions' | 'waiting'>> {
  const { rows } = await db().execute<Record<'total' | 'packages' | 'versions' | 'waiting', number>>(sql`
    SELECT (SELECT count(*)::integer FROM advisories) AS total,
      (SELECT count(DISTINCT package_id)::integer FROM version_scans) AS packages,
      (SELECT count(*)::integer FROM version_scans) AS versions,
      (SELECT count(*)::integer FROM scan_queue)
        + (SELECT count(*)::integer FROM packages p, scan_sweep s WHERE p.id > s.after) AS waiting`);
  return rows[0] ?? { total: 0, packages: 0, versions: 0, waiting: 0 };
}

function matching(query: string): SQL {
  const begins = `${query.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(a.id LIKE ${begins} OR a.id LIKE ${begins.toUpperCase()} OR a.aliases && ${sql.param([query, query.toUpperCase()])}::text[]
    OR a.id IN (SELECT p.advisory FROM advisory_packages p WHERE lower(p.name) LIKE ${begins.toLowerCase()} LIMIT 5000))`;
}

function knownSeverity(text: string): Severity {
  const known = severities.find((severity) => severity === text.toLowerCase());
  if (known) return known;
  throw new HttpError(
    400,
    'BAD_SEVERITY',
    `Invalid severity "${text.slice(0, 50)}". Expected one of ${severities.join(', ')}.`,
  );
}

function beyond(after: string): SQL {
  const [, seconds, id] = /^(\d{1,12}(?:\.\d{1,6})?) (\S{1,128})$/.exec(after) ?? [];
  if (seconds === undefined || id === undefined)
    throw new HttpError(400, 'BAD_CURSOR', 'The cursor is invalid. Start over without a cursor.');
  return sql`(a.modified, a.id) < (to_timestamp(${seconds}::numeric), ${id})`;
}
