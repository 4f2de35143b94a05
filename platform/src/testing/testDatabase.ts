import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { readShipped } from '../database/shipped.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database with every migration applied, as a copy of one that each run migrates once.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await serverUrl();
  const template = await migratedTemplate(server);
  const name = `lading_test_${randomUUID().replaceAll('-', '')}`;
  // Copying through the write-ahead log takes ten times the processor time.
  const copy = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`;
  await onServer(server, (client) => client.query(copy));
  return {
    url: named(server, name),
    drop: () => drop(server, name),
  };
}

/** Creates a clone of a database that has no connections. */
export async function copyOfDatabase(url: string): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `lading_test_${randomUUID().replaceAll('-', '')}`;
  const source = new URL(url).pathname.slice(1);
  await drained(server, source);
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${source}`));
  return {
    url: named(server, name),
    drop: () => drop(server, name),
  };
}

/** Creates an empty database, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `lading_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name}`));
  return {
    url: named(server, name),
    drop: () => drop(server, name),
  };
}

/**
 * Drops a database after its connections end. Terminating them would cause errors in their clients.
 */
async function drop(server: string, name: string): Promise<void> {
  await drained(server, name);
  await onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** Waits until connections that were just closed have ended. */
async function drained(server: string, name: string): Promise<void> {
  await onServer(server, async (client) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const open = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
      if (!open.rowCount) break;
      await wait(10);
    }
  });
}

async function serverUrl(): Promise<string> {
  const answer = (await text(connect(inject('databaseSocket')))).trim();
  if (answer.startsWith('!')) throw new Error(answer.slice(1));
  return answer;
}

async function migratedTemplate(server: string): Promise<string> {
  const shipped = await readShipped();
  const hash = createHash('sha256').update(JSON.stringify(shipped)).digest('hex').slice(0, 16);
  const name = `lading_template_${hash}`;
  await onServer(server, async (client) => {
    // Several workers may run this concurrently, and only one must create it.
    await client.query('SELECT pg_advisory_lock(7226481904)');
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount) return;
    await client.query(`DROP DATABASE IF EXISTS ${name}_new`);
    await client.query(`CREATE DATABASE ${name}_new`);
    const pool = new pg.Pool({ connectionString: named(server, `${name}_new`) });
    await migrate(pool, shipped).finally(() => pool.end());
    await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`);
  });
  return name;
}

async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function named(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
