import type { AuditChange, AuditEvent } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

export interface AuditFilter {
  user?: string;
  by?: string;
  event?: string;
  outcome?: AuditEvent['outcome'];
  address?: string;
  /** Part of the details. */
  text?: string;
  from?: string;
  to?: string;
}

export interface AuditQuery extends AuditFilter {
  /** ID of a record, to list only older ones. */
  before?: string;
  limit: number;
}

/** Matching records, newest first. */
export interface FoundAudit {
  events: AuditEvent[];
  /** ID before which older records can match; absent: there are none. */
  next?: string;
  /** Time of the last examined record, if the search stopped before it found `limit` records. */
  searchedUntil?: string;
}

/**
 * Milliseconds after which a search returns what it has found, so that a filter that rarely matches
 * does not occupy the database.
 */
const maxSearch = 15;
/**
 * Records that a statement examines: at first, at least later, and at most. Those that an index
 * selects are far apart on disk, so the number depends on the time that the ones before took.
 */
const portions = { selected: 40, adjacent: 1000, least: 10, last: 8000 };

/**
 * Finds matching records, newest first. An index finds the candidates for one of the conditions,
 * and the others are evaluated in portions.
 */
export async function readAudit(query: AuditQuery): Promise<FoundAudit> {
  const { limit } = query;
  const { indexed, others } = conditionsOf(query);
  const bounds = await boundsOf(query);
  const started = performance.now();
  const events: AuditEvent[] = [];
  let { before } = query;
  let examined = 0;
  const first = indexed.length > 0 ? portions.selected : portions.adjacent;
  let portion = others.length === 0 ? limit + 1 : first;
  for (;;) {
    const candidates = all([
      ...indexed,
      ...bounds,
      ...(before === undefined ? [] : [sql`id < ${before}::bigint`]),
    ]);
    const found = await examine(candidates, all(others), { portion, limit: limit + 1 - events.length });
    events.push(...found.events);
    if (events.length > limit) {
      const shown = events.slice(0, limit);
      return { events: shown, ...nextOf(shown.at(-1)?.id) };
    }
    if (found.examined < portion || !found.last) return { events };
    before = found.last.id;
    examined += found.examined;
    const taken = performance.now() - started;
    if (taken > maxSearch) return { events, next: before, searchedUntil: found.last.time };
    const left = Math.ceil((examined / taken) * (maxSearch - taken));
    // With little time left, a whole first portion would exceed it several times over.
    portion = Math.max(portions.least, Math.min(left, 2 * portion, portions.last));
  }
}

const nextOf = (next: string | undefined) => (next === undefined ? {} : { next });
const all = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `);

type Row = Omit<AuditEvent, 'changes'> & { changes: AuditChange[] | null };
interface Portion {
  examined: number;
  /** The oldest examined record. */
  last: { id: string; time: string } | null;
  events: Row[] | null;
}

const shownTime = sql.raw(`to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

async function examine(
  candidates: SQL,
  others: SQL,
  { portion, limit }: { portion: number; limit: number },
): Promise<Omit<Portion, 'events'> & { events: AuditEvent[] }> {
  // Sorts by the numeric ID of the table. The returned text ID sorts 10 before 9.
  const { rows } = await db().execute<Portion & Record<string, unknown>>(sql`
    with candidates as materialized (
      select * from audit_events where ${candidates} order by audit_events.id desc limit ${portion}),
    matches as (select * from candidates where ${others} order by candidates.id desc limit ${limit})
    select (select count(*)::int from candidates) as examined,
      (select jsonb_build_object('id', id::text, 'time', ${shownTime}) from candidates order by candidates.id limit 1) as last,
      (select jsonb_agg(jsonb_build_object('id', id::text, 'time', ${shownTime}, 'event', event, 'outcome', outcome,
        'user', user_name, 'by', by_user, 'address', address, 'client', client, 'detail', detail, 'changes', changes)
        order by matches.id desc) from matches) as events`);
  const { examined = 0, last = null, events } = rows[0] ?? {};
  return {
    examined,
    last,
    events: (events ?? []).map(({ changes, ...event }) => (changes ? { ...event, changes } : event)),
  };
}

/**
 * Returns the condition that an index evaluates, and the others. The first one with an index is
 * used: users and addresses usually select fewer records than events.
 */
function conditionsOf({ user, by, address, event, outcome, text, from, to }: AuditFilter) {
  const wanted: SQL[] = [];
  if (user !== undefined) wanted.push(sql`user_name = ${user}`);
  if (by !== undefined) wanted.push(sql`${actor} = ${by}`);
  if (address !== undefined) wanted.push(sql`address = ${address}`);
  if (event !== undefined) wanted.push(sql`event = ${event}`);
  // Of failures only, there is an index by event.
  const failed = outcome === 'failure' && wanted.length <= 1 && (event !== undefined || wanted.length === 0);
  const indexed = wanted.slice(0, 1);
  const others = wanted.slice(1);
  if (outcome !== undefined) (failed ? indexed : others).push(sql.raw(`outcome = '${outcome}'`));
  if (text !== undefined) others.push(sql`strpos(lower(detail), ${text.toLowerCase()}) > 0`);
  if (from !== undefined) others.push(sql`time >= ${from}::timestamptz`);
  if (to !== undefined) others.push(sql`time < ${to}::timestamptz`);
  return { indexed, others };
}

/** The user who did it, as in the index `audit_events_actor`. */
const actor = sql.raw(`(case when by_user = '' then user_name else by_user end)`);

/**
 * Returns conditions for the IDs of a period. IDs increase with the time of a record, except in
 * concurrent transactions: none of them takes ten minutes.
 */
async function boundsOf({ from, to }: AuditFilter): Promise<SQL[]> {
  if (from === undefined && to === undefined) return [];
  const { rows } = await db().execute<{ after: string | null; before: string | null }>(sql`
    select (select id::text from audit_events where time < ${from ?? null}::timestamptz - interval '10 minutes'
        order by time desc limit 1) as after,
      (select id::text from audit_events where time > ${to ?? null}::timestamptz + interval '10 minutes'
        order by time limit 1) as before`);
  const { after = null, before = null } = rows[0] ?? {};
  return [
    ...(after === null ? [] : [sql`id > ${after}::bigint`]),
    ...(before === null ? [] : [sql`id < ${before}::bigint`]),
  ];
}
