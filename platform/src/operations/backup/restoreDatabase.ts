import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectForDump, type DumpClient } from '../../database/dump/DumpClient.ts';
import { dropTables } from '../../database/dump/dropTables.ts';
import { loadDump } from '../../database/dump/loadDump.ts';
import { migrateUrl } from '../../database/dump/migrateUrl.ts';
import { countTables } from '../../database/dump/tables.ts';
import { startPostgres } from '../../database/embedded/startPostgres.ts';
import type { Shipped } from '../../database/migrate.ts';
import type { Manifest } from './Manifest.ts';
import { readPart } from './parts.ts';
import type { RestoreOptions } from './RestoreOptions.ts';

/**
 * Loads the database of a backup into an empty one, and migrates it. Adds a function to `undo` that
 * empties it again.
 */
export async function restoreDatabase(
  options: RestoreOptions,
  manifest: Manifest,
  shipped: Shipped,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const { settings } = options;
  const embedded = settings.databaseUrl === undefined ? await startPostgres(settings.home) : undefined;
  const url = embedded?.url ?? settings.databaseUrl ?? '';
  try {
    const client = await connectForDump(url);
    try {
      if ((await countTables(client)) > 0)
        throw new Error(
          'The database is not empty. Create a database for the restored server (LADING_DATABASE_URL)',
        );
      if (!embedded) undo.push(() => dropTables(url));
      // Without functions and triggers, because they would act on the loaded rows.
      const applied = new Set(manifest.migrations);
      await migrateUrl(url, { migrations: shipped.migrations.filter(({ name }) => applied.has(name)) });
      await load(client, options, manifest);
    } finally {
      await client.end().catch(() => undefined);
    }
    await migrateUrl(url, shipped);
  } finally {
    await embedded?.stop();
  }
}

async function load(
  client: DumpClient,
  { target, name, key, progress = () => undefined }: RestoreOptions,
  manifest: Manifest,
): Promise<void> {
  const files = target.files(name);
  const { tables, sequences } = manifest;
  let done = 0;
  await loadDump(
    client,
    {
      tables,
      sequences,
      async write(table, into) {
        const part = tables.find((each) => each.name === table.name);
        if (!part) throw new Error(`The backup has no table ${table.name}`);
        // Most tables are empty in a small installation, and a bucket answers slowly.
        const rows = part.rows === 0 ? [] : readPart(files, part);
        await pipeline(Readable.from(rows), into);
        done += 1;
        progress('database', done, tables.length);
      },
    },
    async () => {
      // A copy of an installation must not delete or replace the backups of the original.
      await client.query('UPDATE backup_settings SET enabled = false');
      if (key === 'new') await client.query('DELETE FROM secrets_key');
    },
  );
}
