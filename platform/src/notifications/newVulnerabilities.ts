import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import type { Place } from '../events/Event.ts';
import { type PackageKey, packageIdOf } from '../packages/list/packageId.ts';
import { addNotices } from './addNotices.ts';
import { maxPlaces, type Notice, type StoredItem } from './Item.ts';
import { callerNamed, readablePlaces } from './readers.ts';
import { starsOf } from './stars.ts';

/** Packages per run of the job. */
const packagesAtOnce = 200;
/** Places per advisory of which the first readable ones are stored. */
const placesPerAdvisory = 100;

interface Finding extends Record<string, unknown> {
  advisory: string;
  severity: string;
  places: Place[];
}

/** Notifies users of advisories that were found for their starred packages since the last run. */
export async function notifyOfVulnerabilities(signal: AbortSignal): Promise<void> {
  const { rows } = await db().execute<PackageKey & Record<string, unknown>>(sql`
    SELECT s.type, s.name FROM package_stars s JOIN packages p ON p.type = s.type AND p.name = s.name
    WHERE EXISTS (SELECT FROM version_findings f WHERE f.package_id = p.id AND f.advisory <> ALL (s.advisories))
    GROUP BY s.type, s.name LIMIT ${packagesAtOnce}`);
  for (const key of rows) {
    if (signal.aborted) return;
    await transaction(() => notifyOfPackage(key));
  }
}

async function notifyOfPackage(key: PackageKey): Promise<void> {
  const findings = await findingsOf(key);
  const subject = packageIdOf(key);
  for await (const stars of starsOf(key)) {
    const notices: Notice[] = [];
    for (const { userName, advisories } of stars) {
      const known = new Set(advisories);
      const items = await itemsFor(
        userName,
        findings.filter(({ advisory }) => !known.has(advisory)),
      );
      if (items.length > 0)
        notices.push({ userName, kind: 'vulnerability', subject, changes: items.length, items });
    }
    await addNotices(notices);
  }
  const found = sql.param(findings.map(({ advisory }) => advisory));
  await db().execute(sql`
    UPDATE package_stars SET advisories = ARRAY(SELECT unnest(advisories) UNION SELECT unnest(${found}::text[]))
    WHERE type = ${key.type} AND name = ${key.name} AND NOT advisories @> ${found}::text[]`);
}

/** Advisories of all versions of a package, with paths of affected versions, newest first. */
async function findingsOf({ type, name }: PackageKey): Promise<Finding[]> {
  const { rows } = await db().execute<Finding>(sql`
    SELECT f.advisory, a.severity,
      to_jsonb((array_agg(jsonb_build_object('repo', v.repo, 'path', v.lead_path) ORDER BY v.sort_key DESC))[1:${sql.raw(String(placesPerAdvisory))}]) AS places
    FROM packages p JOIN version_findings f ON f.package_id = p.id
    JOIN advisories a ON a.id = f.advisory
    JOIN versions v ON v.package_id = f.package_id AND v.name = f.version
    WHERE p.type = ${type} AND p.name = ${name} GROUP BY f.advisory, a.severity
    ORDER BY f.advisory DESC`);
  return rows;
}

async function itemsFor(userName: string, findings: readonly Finding[]): Promise<StoredItem[]> {
  const caller = findings.length > 0 ? await callerNamed(userName) : undefined;
  if (!caller) return [];
  const items: StoredItem[] = [];
  for (const { advisory, severity, places } of findings) {
    const readable = await readablePlaces(caller, places, maxPlaces);
    if (readable.length > 0) items.push({ advisory, severity, places: readable });
  }
  return items;
}
