import type { Violation, ViolationsAnswer } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { severities } from '../../advisories/severities.ts';
import { db } from '../../database/db.ts';
import { packageIdOf, parsePackageId } from '../../packages/list/packageId.ts';
import type { Scans } from '../../packages/scans.ts';
import { isUnlimited, narrowView, type View } from '../../packages/sql/readable.ts';
import { notEvaluated } from './notEvaluated.ts';
import { readRequest } from './readRequest.ts';

/** Maximum exact count. */
const maxCounted = 10_001;

interface Row extends Record<string, unknown> {
  id: string;
  kind: 'license' | 'security';
  severity: Violation['severity'];
  reason: string;
  subject: string;
  title: string | null;
  url: string | null;
  created: string;
  type: string;
  name: string;
  version: string;
  places: { repo: string; path: string }[];
}

/**
 * Returns a page of violations of visible versions. Throws `HttpError` 400 with the invalid field.
 */
export async function listViolations(view: View, body: unknown, scans: Scans): Promise<ViolationsAnswer> {
  const { filters, pagination } = readRequest(body);
  const not_evaluated = await notEvaluated(scans, filters.violation_type);
  const narrowed = filters.repository === undefined ? view : await narrowView(view, [filters.repository]);
  if (narrowed.scope.length === 0) return { total_violations: 0, violations: [], not_evaluated };
  const where = sql.join(await conditionsOf(narrowed, filters), sql` AND `);
  const from = sql`FROM violations o JOIN packages p ON p.id = o.package_id LEFT JOIN advisories a
    ON o.kind = 'security' AND a.id = o.subject WHERE ${where}`;
  const { rows } = await db().execute<Row>(sql`
    SELECT o.id::text, o.kind, o.severity, o.reason, o.subject, a.title, a.url, p.type, p.name, o.version,
      to_char(o.found AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created,
      (SELECT jsonb_agg(jsonb_build_object('repo', v.repo, 'path', v.lead_path) ORDER BY v.repo) FROM versions v
        WHERE v.package_id = o.package_id AND v.name = o.version AND ${inScope(narrowed)}) AS places
    ${from} ${orderOf(pagination)} LIMIT ${pagination.limit} OFFSET ${(pagination.offset - 1) * pagination.limit}`);
  const counted = await db().execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM (SELECT ${from} LIMIT ${maxCounted}) counted`,
  );
  const violations: Violation[] = [];
  for (const row of rows) {
    const shown = await shownOf(narrowed, row);
    if (shown) violations.push(shown);
  }
  return { total_violations: counted.rows[0]?.total ?? 0, violations, not_evaluated };
}

const inScope = ({ scope }: View): SQL =>
  isUnlimited(scope) ? sql`true` : sql`v.repo = ANY(${sql.param([...scope])}::text[])`;

type Read = ReturnType<typeof readRequest>;

async function conditionsOf(view: View, filters: Read['filters']): Promise<SQL[]> {
  const { name_contains: part, package_id: id, min_severity: least } = filters;
  const held = sql`v.package_id = o.package_id AND v.name = o.version AND ${inScope(view)}`;
  const place = id === undefined ? undefined : parsePackageId(id);
  const hidden = await hiddenOf(view);
  return [
    sql`EXISTS (SELECT FROM versions v WHERE ${held}
      AND NOT (v.repo || '/' || v.lead_path = ANY(${sql.param(hidden)}::text[])))`,
    ...(part === undefined
      ? []
      : [sql`p.name_lower LIKE ${`%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`]),
    ...(filters.violation_type === undefined ? [] : [sql`o.kind = ${filters.violation_type.toLowerCase()}`]),
    ...(least === undefined
      ? []
      : [sql`o.severity = ANY(${sql.param(severities.slice(0, severities.indexOf(least) + 1))}::text[])`]),
    ...(place ? [sql`p.type = ${place.type}`, sql`p.name = ${place.name}`] : []),
    ...(filters.version === undefined ? [] : [sql`o.version = ${filters.version}`]),
    ...(filters.license === undefined
      ? []
      : [sql`o.kind = 'license'`, sql`lower(o.subject) = ${filters.license.toLowerCase()}`]),
    ...[filters.issue_id, filters.cve_id].flatMap((name) =>
      name === undefined ? [] : [sql`(a.id = ${name} OR a.aliases @> ARRAY[${name}::text])`],
    ),
    ...(filters.created_from === undefined ? [] : [sql`o.found >= ${filters.created_from}::timestamptz`]),
    ...(filters.created_until === undefined ? [] : [sql`o.found <= ${filters.created_until}::timestamptz`]),
  ];
}

/** In partially readable repositories: the versions with violations that the caller cannot read. */
async function hiddenOf({ scope, partial, mayRead }: View): Promise<string[]> {
  const repos = scope.filter((repo) => partial.has(repo));
  if (repos.length === 0) return [];
  const { rows } = await db().execute<{ repo: string; path: string }>(sql`
    SELECT DISTINCT v.repo, v.lead_path AS path FROM versions v JOIN violations o
      ON o.package_id = v.package_id AND o.version = v.name
    WHERE v.repo = ANY(${sql.param(repos)}::text[]) LIMIT 100000`);
  const hidden: string[] = [];
  for (const { repo, path } of rows) if (!(await mayRead(repo, path))) hidden.push(`${repo}/${path}`);
  return hidden;
}

function orderOf({ order_by: field, direction }: Read['pagination']): SQL {
  const sense = direction === 'asc' ? sql`ASC` : sql`DESC`;
  if (field === 'name') return sql`ORDER BY p.name_lower ${sense}, o.version ${sense}, o.id ${sense}`;
  if (field === 'created') return sql`ORDER BY o.found ${sense}, o.id ${sense}`;
  // Highest severity first; ascending order puts it last.
  const rank = sql`array_position(${sql.param([...severities].reverse())}::text[], o.severity)`;
  return sql`ORDER BY coalesce(${rank}, 0) ${sense}, o.id ${sense}`;
}

async function shownOf({ partial, mayRead }: View, row: Row): Promise<Violation | undefined> {
  const artifacts: string[] = [];
  for (const { repo, path } of row.places ?? []) {
    if (!partial.has(repo) || (await mayRead(repo, path))) artifacts.push(`${repo}/${path}`);
  }
  if (artifacts.length === 0) return undefined;
  const id = packageIdOf(row);
  const security = row.kind === 'security';
  return {
    id: row.id,
    type: security ? 'Security' : 'License',
    severity: row.severity,
    description: security ? (row.title ?? row.subject) : row.subject,
    created: row.created,
    ...(security
      ? { issue_id: row.subject, url: row.url ?? '' }
      : { license: row.subject, reason: row.reason as NonNullable<Violation['reason']> }),
    package_id: id,
    package_type: row.type,
    package_name: row.name,
    version: row.version,
    infected_components: [`${id}:${row.version}`],
    impacted_artifacts: artifacts,
  };
}
