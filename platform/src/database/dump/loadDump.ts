import type { Client } from 'pg';
import { copyIn } from './DumpClient.ts';
import { type DumpedSequence, type DumpedTable, listTables, quoted } from './tables.ts';

export interface Dump {
  tables: readonly DumpedTable[];
  sequences: readonly DumpedSequence[];
  /** Tables to leave out. Default: those that backups do not contain. */
  leftOut?: readonly string[];
  /**
   * Writes the rows of a table to the stream, and ends it. Throws if rows differ from the dumped
   * ones.
   */
  write(table: DumpedTable, into: ReturnType<typeof copyIn>): Promise<void>;
}

/**
 * Replaces the content of a freshly migrated database, in one transaction. Foreign keys are dropped
 * and added again, which checks all rows and needs no superuser. Triggers must not exist yet.
 * Throws for a dump with other tables or columns.
 */
export async function loadDump(client: Client, dump: Dump, finish: () => Promise<void>): Promise<void> {
  compare(await listTables(client, dump.leftOut), dump.tables);
  await client.query('BEGIN');
  try {
    const restoreKeys = await dropForeignKeys(client);
    const names = dump.tables.map(({ name }) => quoted(name));
    if (names.length > 0) await client.query(`TRUNCATE ${names.join(', ')}`);
    for (const table of dump.tables) await dump.write(table, copyIn(client, table));
    for (const { name, value, called } of dump.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called]);
    for (const statement of restoreKeys) await client.query(statement);
    await finish();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await client.query('ANALYZE');
}

function compare(own: readonly DumpedTable[], dumped: readonly DumpedTable[]): void {
  const text = ({ name, columns }: DumpedTable) => `${name} (${[...columns].sort().join(', ')})`;
  const [mine, theirs] = [own.map(text), dumped.map(text)];
  const differing =
    theirs.find((table) => !mine.includes(table)) ?? mine.find((table) => !theirs.includes(table));
  if (differing !== undefined)
    throw new Error(
      `The content is of another build of this version: it differs in table ${differing}. Use the version that wrote it`,
    );
}

/** Drops foreign keys, and returns the statements that add them again. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid, conname`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}
