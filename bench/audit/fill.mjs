import { connect } from '../harness/database.mjs';

/** Records per statement. */
const portion = 1_000_000;
/** Days over which the records are spread. */
export const days = 360;
export const users = 100_000;

/**
 * Fills the audit log with the given number of records: sign-ins of 100,000 users, of which few
 * are frequent, from 20,000 addresses, and 10% of changes by 50 administrators. Hashes are random:
 * pages do not verify them.
 */
export async function fillAudit(lading, { records, log }) {
  const database = await connect(lading);
  try {
    await database.query("set maintenance_work_mem = '2GB'");
    await database.query('begin');
    // A table that is emptied in the same transaction needs no write-ahead log.
    await database.query('truncate audit_events restart identity');
    const { rows: indexes } = await database.query(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'audit_events' and indexname <> 'audit_events_pkey'`,
    );
    await database.query('alter table audit_events drop constraint audit_events_pkey');
    for (const { name } of indexes) await database.query(`drop index ${name}`);
    for (let from = 1; from <= records; from += portion) {
      const to = Math.min(records, from + portion - 1);
      await database.query(rows, [from, to, records]);
      if (to % (10 * portion) === 0) log(`${to.toLocaleString('en')} records`);
    }
    await database.query('alter table audit_events add primary key (id)');
    for (const { definition } of indexes) await database.query(definition);
    await database.query(`select setval(pg_get_serial_sequence('audit_events', 'id'), $1)`, [records]);
    await database.query(`update audit_chain set position = $1, hash = '\\x00'`, [records]);
    await database.query('commit');
    await database.query('vacuum (analyze) audit_events');
  } finally {
    await database.end();
  }
}

const rows = `
insert into audit_events (id, time, event, outcome, user_name, by_user, address, client, detail, changes, position, hash)
overriding system value
select i, now() - (1 - i / $3::float8) * interval '${days} days',
  case when kind < 0.9 then (array['sign-in', 'token-issued', 'sign-out'])[1 + (i % 3)::int]
    when kind < 0.999 then (array['content-deleted', 'user-changed', 'permission-changed', 'repository-changed'])[1 + (i % 4)::int]
    else 'project-changed' end,
  case when kind < 0.02 then 'failure' else 'success' end,
  'user' || floor(${users} * who ^ 3)::int,
  case when kind < 0.9 then '' else 'admin' || (i % 50) end,
  '10.1.' || floor(200 * place ^ 2)::int || '.' || (i % 100),
  'Mozilla/5.0',
  case when kind < 0.9 then 'Password, session ' || md5(i::text) else 'repository-' || (i % 10000) || '/path/to/file-' || i || '.jar' end,
  case when kind > 0.98 then '[{"field": "description", "before": "old", "after": "new"}]'::jsonb end,
  i, decode(md5(i::text) || md5((i + 1)::text), 'hex')
from (select i, random() as kind, random() as who, random() as place from generate_series($1::bigint, $2::bigint) i) numbers`;
