import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import type { Place } from '../events/Event.ts';
import { packageIdOf } from '../packages/list/packageId.ts';
import { findRepository } from '../repositories/repositories.ts';
import { addNotices } from './addNotices.ts';
import { maxPlaces, type Notice, type StoredItem } from './Item.ts';
import { callerNamed, readablePlaces } from './readers.ts';
import { starsOf } from './stars.ts';

/** Rows of `versions` per transaction. */
const rowsAtOnce = 5000;
/** Milliseconds between checks for transactions that began before the newest row. */
const waitMs = 200;
const maxWaits = 25;

interface NewVersion extends Record<string, unknown>, Place {
  type: string;
  name: string;
  row: string;
  version: string;
  /** Whether no version stored earlier is newer. */
  newest: boolean;
  /** Other places of the version that were stored earlier. */
  former: Place[] | null;
}

/** Returns whether versions were stored since the last notifications. */
export async function hasNewVersions(): Promise<boolean> {
  const { rows } = await db().execute<{ due: boolean }>(
    sql`SELECT ${last} > through AS due FROM notified_versions`,
  );
  return rows[0]?.due ?? false;
}

const last = sql`coalesce(pg_sequence_last_value(pg_get_serial_sequence('versions', 'id')::regclass), 0)`;

/**
 * Notifies users of new versions of their starred packages. Publishing is not involved: the rows of
 * `versions` since the last run are read.
 */
export async function notifyOfVersions(signal: AbortSignal): Promise<void> {
  const through = await settledRow(signal);
  while (through !== undefined && !signal.aborted && (await notifySome(through)));
}

/**
 * Returns the newest row below which all rows are visible: IDs are assigned before their
 * transactions commit. Undefined if a transaction takes long, and the next run has to try again.
 */
async function settledRow(signal: AbortSignal): Promise<string | undefined> {
  const { rows } = await db().execute<{ row: string; began: string }>(
    sql`SELECT (${last})::text AS row, pg_snapshot_xmax(pg_current_snapshot())::text AS began`,
  );
  const [found] = rows;
  if (!found) return undefined;
  for (let waits = 0; waits < maxWaits && !signal.aborted; waits++) {
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    const { rows: settled } = await db().execute<{ settled: boolean }>(
      sql`SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${found.began}::xid8 AS settled`,
    );
    if (settled[0]?.settled) return found.row;
  }
  return undefined;
}

/** Returns whether there are more rows up to `through`. */
async function notifySome(through: string): Promise<boolean> {
  return transaction(async () => {
    // Locked first: another run that waits for it must see the position that this one writes.
    const { rows } = await db().execute<{ from: string }>(
      sql`SELECT through::text AS "from" FROM notified_versions FOR UPDATE`,
    );
    const [stored] = rows;
    if (!stored || BigInt(stored.from) >= BigInt(through)) return false;
    const { from } = stored;
    const end = BigInt(from) + BigInt(rowsAtOnce);
    const to = end < BigInt(through) ? String(end) : through;
    await db().execute(sql`UPDATE notified_versions SET through = ${to}::bigint`);
    const packages = Map.groupBy(await newVersions(from, to), ({ type, name }) =>
      packageIdOf({ type, name }),
    );
    for (const [subject, versions] of packages) await notifyOfPackage(subject, versions);
    return to !== through;
  });
}

async function newVersions(from: string, to: string): Promise<NewVersion[]> {
  const { rows } = await db().execute<NewVersion>(sql`
    SELECT p.type, p.name, v.id::text AS row, v.name AS version, v.repo, v.lead_path AS path,
      NOT EXISTS (SELECT FROM versions o WHERE o.package_id = v.package_id AND o.sort_key > v.sort_key AND o.id < v.id) AS newest,
      (SELECT json_agg(json_build_object('repo', o.repo, 'path', o.lead_path)) FROM versions o
        WHERE o.package_id = v.package_id AND o.sort_key = v.sort_key AND o.name = v.name AND o.id < v.id) AS former
    FROM versions v JOIN packages p ON p.id = v.package_id
    WHERE v.id > ${from}::bigint AND v.id <= ${to}::bigint
      AND EXISTS (SELECT FROM package_stars s WHERE s.type = p.type AND s.name = p.name)
    ORDER BY v.sort_key DESC, v.id DESC`);
  const wanted: NewVersion[] = [];
  for (const version of rows) if (await isNew(version)) wanted.push(version);
  return wanted;
}

/** A remote repository stores old versions when they are first downloaded: they are not new. */
async function isNew({ repo, newest }: NewVersion): Promise<boolean> {
  if (newest) return true;
  const repository = await findRepository(repo);
  return repository !== undefined && repository.type !== 'remote';
}

async function notifyOfPackage(subject: string, versions: readonly NewVersion[]): Promise<void> {
  const [first] = versions;
  if (!first) return;
  for await (const stars of starsOf(first)) {
    const notices: Notice[] = [];
    for (const { userName, afterVersion } of stars) {
      const later = versions.filter(({ row }) => BigInt(row) > BigInt(afterVersion));
      const items = await itemsFor(userName, later);
      if (items.length > 0)
        notices.push({ userName, kind: 'version', subject, changes: items.length, items });
    }
    await addNotices(notices);
  }
}

/**
 * Returns the versions that are new to the user, newest first, with the places that the user can
 * read.
 */
async function itemsFor(userName: string, versions: readonly NewVersion[]): Promise<StoredItem[]> {
  const caller = versions.length > 0 ? await callerNamed(userName) : undefined;
  if (!caller) return [];
  const items: StoredItem[] = [];
  for (const [version, rows] of Map.groupBy(versions, (each) => each.version)) {
    const former = rows
      .flatMap((each) => each.former ?? [])
      .filter((place) => !rows.some((row) => same(row, place)));
    if ((await readablePlaces(caller, former, 1)).length > 0) continue;
    const readable = await readablePlaces(caller, rows, maxPlaces);
    const places = readable.map(({ repo, path }) => ({ repo, path }));
    if (places.length > 0) items.push({ version, places });
  }
  return items;
}

const same = (one: Place, other: Place) => one.repo === other.repo && one.path === other.path;
