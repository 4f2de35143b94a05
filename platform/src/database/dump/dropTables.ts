import { connectForDump, type DumpClient } from './DumpClient.ts';
import { quoted } from './tables.ts';

/** Empties a database that was empty before, by dropping everything that `migrate` has created. */
export async function dropTables(url: string): Promise<void> {
  const client = await connectForDump(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    if (rows.length > 0) await client.query(`DROP TABLE ${rows.map(({ name }) => name).join(', ')} CASCADE`);
    for (const kind of ['SEQUENCE', 'TYPE', 'FUNCTION'] as const) await dropAll(client, kind);
  } finally {
    await client.end();
  }
}

const remaining = {
  SEQUENCE: `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'`,
  TYPE: `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'c'`,
  FUNCTION: `SELECT proname AS name FROM pg_proc p JOIN pg_language l ON l.oid = prolang
    WHERE pronamespace = 'public'::regnamespace AND lanname IN ('sql', 'plpgsql')`,
};

async function dropAll(client: DumpClient, kind: keyof typeof remaining): Promise<void> {
  const { rows } = await client.query<{ name: string }>(remaining[kind]);
  for (const { name } of rows) await client.query(`DROP ${kind} ${quoted(name)} CASCADE`);
}
