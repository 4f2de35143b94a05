import type { StatusPeriod, StatusTimeline } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { millis } from '../nodes.ts';

export type StatusKind = StatusTimeline['kind'];
export type StatusState = StatusPeriod['state'];

/** State of a node, or of one of its dependencies as this node sees it. */
export interface Observation {
  kind: StatusKind;
  /** Of an upstream, its remote repository; otherwise empty. */
  name: string;
  state: StatusState;
  /** Cause of a state other than `ok`. */
  message: string;
}

/** The beginning of a state. */
export interface Change extends Observation {
  /** In epoch milliseconds. */
  began: number;
}

/** Days for which changes are stored: 30 whole days in each time zone. */
export const storedDays = 31;

const fields = sql`kind, name, state, message, ${millis(sql`began`)} as began`;

/** Returns the current state of the node and each dependency, as last recorded. */
export async function readLastChanges(node: string): Promise<Change[]> {
  const { rows } = await db().execute<{ [Key in keyof Change]: Change[Key] }>(sql`
    select distinct on (kind, name) ${fields} from status_changes c where node = ${node}
    order by kind, name, c.began desc`);
  return rows;
}

/** Counts the changes since a time, by kind and name. */
export async function countChanges(node: string, since: number): Promise<Map<string, number>> {
  const { rows } = await db().execute<{ kind: StatusKind; name: string; count: number }>(sql`
    select kind, name, count(*)::int as count from status_changes
    where node = ${node} and began >= to_timestamp(${since}::float8 / 1000) group by kind, name`);
  return new Map(rows.map((row) => [subjectOf(row), row.count]));
}

/** Writes changes in one statement. Of two at the same time, only the later one is stored. */
export async function writeChanges(node: string, changes: readonly Change[]): Promise<void> {
  const distinct = new Map(changes.map((change) => [`${change.began} ${subjectOf(change)}`, change]));
  await db().execute(sql`
    insert into status_changes (node, kind, name, began, state, message)
    select ${node}, kind, name, to_timestamp(began / 1000), state, message
    from json_to_recordset(${JSON.stringify([...distinct.values()])}::json)
      as c (kind text, name text, began float8, state text, message text)
    on conflict (node, kind, name, began) do update set state = excluded.state, message = excluded.message`);
}

/**
 * Changes of a node or dependency that are read, three days of one that always changes. The
 * response to more of many would take seconds to compute. What was before counts as not recorded.
 */
const maxRead = 500;

/** Returns the latest changes of all nodes and dependencies, oldest first. */
export async function readChanges(most = maxRead): Promise<(Change & { node: string })[]> {
  const { rows } = await db().execute<{ [Key in keyof Change]: Change[Key] } & { node: string }>(sql`
    select node, ${fields} from (
      select *, row_number() over (partition by node, kind, name order by began desc) as place from status_changes
    ) c where place <= ${most} order by node, kind, name, c.began`);
  return rows;
}

/**
 * Deletes old changes, but not the last one of a state that still lasts. Returns the number of
 * deleted rows.
 */
export async function deleteOldChanges(): Promise<number> {
  const oldest = sql`now() - make_interval(days => ${storedDays})`;
  const { rowCount } = await db().execute(sql`
    delete from status_changes c where began < ${oldest} and (
      exists (select 1 from status_changes n where n.node = c.node and n.kind = c.kind and n.name = c.name
        and n.began > c.began and n.began <= ${oldest})
      -- Equivalent to no record, such as the upstream of a deleted repository.
      or state in ('unknown', 'off'))`);
  return rowCount ?? 0;
}

export function subjectOf({ kind, name }: Pick<Observation, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}
