import type { NewVulnerabilities, NewVulnerability } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { severities } from '../../advisories/severities.ts';
import { db } from '../../database/db.ts';
import { packageIdOf } from '../../packages/list/packageId.ts';
import { type Scans, typesWithFindings } from '../../packages/scans.ts';
import { isUnlimited, type View } from '../../packages/sql/readable.ts';
import { unknownTypes } from '../../packages/unknownTypes.ts';
import { isWaiting } from '../violations/notEvaluated.ts';

const days = 30;
/** Vulnerabilities of any package that are examined, newest first. */
const maxExamined = 2000;
/** Affected versions of each that are checked in repositories that are readable in part. */
const maxPlaces = 10;
/** Found vulnerabilities of visible repositories that are read per listed one. */
const readPerListed = 5;

interface Row extends Record<string, unknown> {
  advisory: string;
  vulnerability: string;
  title: string;
  severity: NewVulnerability['severity'];
  found: string;
  type: string;
  name: string;
  places: { version: string; repo: string; path: string }[];
}

/** Lists vulnerabilities that were found recently in versions that the caller can read. */
export async function newVulnerabilities(
  view: View,
  limit: number,
  scans: Scans,
): Promise<NewVulnerabilities> {
  const scanned = scans.on && typesWithFindings(scans).length > 0;
  const [{ vulnerabilities, complete }, waiting, unknown] = await Promise.all([
    scanned ? listed(view, limit) : { vulnerabilities: [], complete: true },
    scanned && isWaiting(),
    unknownTypes(view, scans),
  ]);
  return { ...{ vulnerabilities, days, scanned, waiting, complete }, unknownTypes: unknown };
}

async function listed(
  view: View,
  limit: number,
): Promise<Pick<NewVulnerabilities, 'vulnerabilities' | 'complete'>> {
  if (view.scope.length === 0) return { vulnerabilities: [], complete: true };
  const most = limit * readPerListed;
  const { rows } = await db().execute<Row>(newest(view, most));
  const seen = new Set<string>();
  const vulnerabilities: NewVulnerability[] = [];
  for (const row of rows) {
    // Two databases that know the same vulnerability are one finding.
    const key = JSON.stringify([row.type, row.name, row.vulnerability || row.advisory]);
    const version = seen.has(key) ? undefined : await readableVersion(view, row.places);
    if (version === undefined) continue;
    seen.add(key);
    vulnerabilities.push(shownOf(row, version));
    if (vulnerabilities.length === limit) return { vulnerabilities, complete: true };
  }
  return { vulnerabilities, complete: rows.length < most && (await areAllExamined()) };
}

/** The order of the subquery lets the lookup of versions stop at the limit. */
function newest(view: View, most: number): SQL {
  const order = sql`found DESC, rank, package_id, advisory`;
  return sql`
    SELECT n.advisory, n.vulnerability, n.title, n.severity, p.type, p.name, v.places,
      to_char(n.found AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS found
    FROM (SELECT f.package_id, f.advisory, f.found, a.title, a.severity, a.vulnerability,
        coalesce(array_position(${sql.param([...severities])}::text[], a.severity), 99) AS rank
      FROM (SELECT * FROM found_vulnerabilities WHERE found > now() - make_interval(days => ${days})
        ORDER BY found DESC, package_id DESC, advisory DESC LIMIT ${maxExamined}) f
      JOIN advisories a ON a.id = f.advisory ORDER BY ${order}) n
    JOIN packages p ON p.id = n.package_id
    CROSS JOIN LATERAL (SELECT jsonb_agg(e) AS places FROM (
      SELECT v.name AS version, v.repo, v.lead_path AS path
      FROM version_findings s JOIN versions v ON v.package_id = s.package_id AND v.name = s.version
      WHERE s.package_id = n.package_id AND s.advisory = n.advisory AND s.severity <> 'skipped' AND ${inScope(view)}
      ORDER BY v.sort_key DESC, v.repo LIMIT ${maxPlaces}) e) v
    -- A vulnerability that another database listed before is not new.
    WHERE v.places IS NOT NULL AND NOT EXISTS (
      SELECT FROM found_vulnerabilities o JOIN advisories b ON b.id = o.advisory
      WHERE o.package_id = n.package_id AND o.found < n.found AND b.vulnerability = n.vulnerability
        AND b.vulnerability <> '')
    ORDER BY n.found DESC, n.rank, n.package_id, n.advisory LIMIT ${most}`;
}

async function areAllExamined(): Promise<boolean> {
  const { rows } = await db().execute<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM (SELECT FROM found_vulnerabilities
      WHERE found > now() - make_interval(days => ${days}) LIMIT ${maxExamined + 1}) f`);
  return (rows[0]?.count ?? 0) <= maxExamined;
}

function inScope({ scope }: View): SQL {
  return isUnlimited(scope) ? sql`true` : sql`v.repo = ANY(${sql.param([...scope])}::text[])`;
}

async function readableVersion(
  { partial, mayRead }: View,
  places: Row['places'],
): Promise<string | undefined> {
  for (const { version, repo, path } of places)
    if (!partial.has(repo) || (await mayRead(repo, path))) return version;
  return undefined;
}

function shownOf({ advisory, title, severity, found, type, name }: Row, version: string): NewVulnerability {
  const package_id = packageIdOf({ type, name });
  return { ...{ advisory, title, severity, found }, ...{ package_id, package_name: name, version } };
}
