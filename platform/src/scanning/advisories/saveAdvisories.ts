import { type SQL, sql } from 'drizzle-orm';
import type { Advisory } from '../../advisories/Advisory.ts';
import { matchingName, typesOf } from '../../advisories/ecosystems.ts';
import { db, transaction } from '../../database/db.ts';
import { lockScanning } from '../matching/lock.ts';
import { queueAffected } from '../matching/scanQueue.ts';
import { spansOf } from '../matching/spans.ts';

export interface Saved {
  /** New or changed advisories. */
  imported: number;
  /** Advisories with the same content as the stored ones, or older. */
  unchanged: number;
  /** Stored advisories that were withdrawn. */
  removed: number;
}

/** Maximum advisories per call, to keep transactions short. */
export const batchSize = 500;

/**
 * Adds or updates advisories, deletes withdrawn ones, and queues the packages that they affect or
 * affected. `source`: `import`, `folder:PATH`, `upstream:REPOSITORY`. Advisories of an upstream do
 * not replace imported ones.
 */
export async function saveAdvisories(given: readonly Advisory[], source: string): Promise<Saved> {
  const newest = [...newestOf(given).values()];
  const gone = newest.flatMap(({ id, modified, withdrawn }) => (withdrawn ? [{ id, modified }] : []));
  const told = newest.filter(({ withdrawn }) => !withdrawn);
  return transaction(async () => {
    await lockScanning();
    const removed = gone.length > 0 ? await removeAdvisories(notRepublishedSince(gone)) : 0;
    const changed = await changedOf(told, source);
    const news = told.filter(({ id }) => changed.has(id));
    if (news.length > 0) {
      // Most are new and affect no package yet.
      const held = news.flatMap(({ id }) => (changed.get(id) === 'held' ? [id] : []));
      if (held.length > 0) await forget(held);
      await write(news, source);
      await writePackages(news);
      await queueAffected(news.map(({ id }) => id));
    }
    return { imported: news.length, unchanged: newest.length - news.length - gone.length, removed };
  });
}

/** Excludes advisories that were published again after their withdrawal. */
function notRepublishedSince(gone: readonly { id: string; modified: Date }[]): SQL {
  const ids = sql.param(gone.map(({ id }) => id));
  const times = sql.param(gone.map(({ modified }) => modified.toISOString()));
  return sql`id = ANY(${ids}::text[]) AND modified <= (
    SELECT g.modified FROM unnest(${ids}::text[], ${times}::timestamptz[]) AS g (id, modified) WHERE g.id = advisories.id)`;
}

/**
 * Deletes matching advisories and returns their number. Requires a transaction that has called
 * `lockScanning`.
 */
export async function removeAdvisories(where: SQL): Promise<number> {
  const { rows } = await db().execute<{ id: string }>(sql`SELECT id FROM advisories WHERE ${where}`);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await queueAffected(ids);
  await db().execute(sql`DELETE FROM advisories WHERE id = ANY(${sql.param(ids)}::text[])`);
  return ids.length;
}

/** Returns false if the advisory did not exist. */
export function removeAdvisory(id: string): Promise<boolean> {
  return transaction(async () => {
    await lockScanning();
    return (await removeAdvisories(sql`id = ${id}`)) > 0;
  });
}

function newestOf(given: readonly Advisory[]): Map<string, Advisory> {
  const newest = new Map<string, Advisory>();
  for (const advisory of given) {
    const known = newest.get(advisory.id);
    if (!known || known.modified <= advisory.modified) newest.set(advisory.id, advisory);
  }
  return newest;
}

async function changedOf(
  given: readonly Advisory[],
  source: string,
): Promise<ReadonlyMap<string, 'new' | 'held'>> {
  if (given.length === 0) return new Map();
  const facts = given.map(({ id, hash, modified }) => ({ id, hash, modified }));
  const { rows } = await db().execute<{ id: string; held: boolean }>(sql`
    SELECT g.id, a.id IS NOT NULL AS held FROM json_to_recordset(${JSON.stringify(facts)}::json) AS g (id text, hash text, modified timestamptz)
    LEFT JOIN advisories a ON a.id = g.id
    WHERE a.id IS NULL OR (a.hash <> g.hash AND a.modified <= g.modified
      AND (${source}::text NOT LIKE 'upstream:%' OR a.source LIKE 'upstream:%'))`);
  return new Map(rows.map(({ id, held }) => [id, held ? 'held' : 'new']));
}

/** Deletes affected packages of the advisories and queues those packages. */
async function forget(held: readonly string[]): Promise<void> {
  await queueAffected(held);
  const ids = sql.param([...held]);
  await db().execute(sql`DELETE FROM advisory_packages WHERE advisory = ANY(${ids}::text[])`);
  await db().execute(sql`DELETE FROM advisory_ranges WHERE advisory = ANY(${ids}::text[])`);
}

async function write(given: readonly Advisory[], source: string): Promise<void> {
  await db().execute(sql`
    INSERT INTO advisories (id, title, details, severity, score, vector, url, aliases, vulnerability, cwes, published,
      modified, hash, source)
    SELECT g.id, g.title, g.details, g.severity, g.score, g.vector, g.url, g.aliases, g.vulnerability, g.cwes, g.published,
      g.modified, g.hash, ${source}
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (id text, title text, details text, severity text, score real,
      vector text, url text, aliases text[], vulnerability text, cwes text[], published timestamptz, modified timestamptz,
      hash text)
    ON CONFLICT (id) DO UPDATE
    SET title = excluded.title, details = excluded.details, severity = excluded.severity, score = excluded.score,
      vector = excluded.vector, url = excluded.url, aliases = excluded.aliases, vulnerability = excluded.vulnerability,
      cwes = excluded.cwes, published = excluded.published, modified = excluded.modified, hash = excluded.hash,
      source = excluded.source`);
}

async function writePackages(given: readonly Advisory[]): Promise<void> {
  const packages = given.flatMap(({ id, packages }) =>
    packages.map(({ ecosystem, name, affected }) => ({
      ...{ advisory: id, ecosystem, name, affected },
      ranged: rangedFor(ecosystem),
    })),
  );
  await db().execute(sql`
    INSERT INTO advisory_packages (advisory, ecosystem, name, affected, ranged)
    SELECT * FROM json_to_recordset(${JSON.stringify(packages)}::json) AS g (advisory text, ecosystem text, name text,
      affected jsonb, ranged text[])`);
  await insertRanges(packages);
}

/** Returns the package types of the computed ranges; null without a format for the ecosystem. */
function rangedFor(ecosystem: string): string[] | null {
  const types = typesOf(ecosystem);
  return types.length > 0 ? types : null;
}

interface OfPackage {
  advisory: string;
  ecosystem: string;
  name: string;
  affected: Advisory['packages'][number]['affected'];
}

/**
 * Computes missing ranges for all package types of this instance; other ecosystems wait for a
 * format.
 */
export async function writeRanges(packages: readonly OfPackage[]): Promise<void> {
  await insertRanges(packages);
  const ofThem = packages.flatMap(({ advisory, ecosystem, name }) => {
    const ranged = rangedFor(ecosystem);
    return ranged ? [{ advisory, ecosystem, name, ranged }] : [];
  });
  if (ofThem.length === 0) return;
  await db().execute(sql`
    UPDATE advisory_packages p SET ranged = g.ranged
    FROM json_to_recordset(${JSON.stringify(ofThem)}::json) AS g (advisory text, ecosystem text, name text, ranged text[])
    WHERE p.ecosystem = g.ecosystem AND p.name = g.name AND p.advisory = g.advisory`);
}

async function insertRanges(packages: readonly OfPackage[]): Promise<void> {
  const ranges = packages.flatMap(({ advisory, ecosystem, name, affected }) =>
    typesOf(ecosystem).flatMap((type) =>
      spansOf(type, affected).map(({ from, fromIncluded, to, toIncluded, fixed, skipped }) => ({
        ...{ advisory, type, name: matchingName(ecosystem, name), skipped },
        ...{ from_key: from, from_included: fromIncluded, to_key: to, to_included: toIncluded, fixed },
      })),
    ),
  );
  if (ranges.length === 0) return;
  await db().execute(sql`
    INSERT INTO advisory_ranges (advisory, type, name, from_key, from_included, to_key, to_included, fixed, skipped)
    SELECT * FROM json_to_recordset(${JSON.stringify(ranges)}::json) AS g (advisory text, type text, name text, from_key text,
      from_included boolean, to_key text, to_included boolean, fixed text, skipped boolean)`);
}
