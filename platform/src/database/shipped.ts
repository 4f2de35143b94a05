import { readdir, readFile } from 'node:fs/promises';
import type { Definition } from './definitions.ts';
import type { Migration } from './Migration.ts';
import type { Shipped } from './migrate.ts';

/** The same for `src` and `dist`. */
const folder = new URL('../../src/database/', import.meta.url);

/** Number of migrations that are older than the schema and that every upgradable database has. */
const beforeSchema = 82;

/**
 * Reads this version's database definitions: `schema/` for a new database, `migrations/RELEASE/`
 * for databases of earlier releases, `functions/`, and `triggers.sql`.
 */
export async function readShipped(root: URL = folder): Promise<Shipped> {
  const functions = await readFolder(root, 'functions', /^[a-z0-9_]+\.sql$/);
  const triggers = { name: 'triggers.sql', sql: await readFile(new URL('triggers.sql', root), 'utf8') };
  return {
    migrations: [
      ...(await readFolder(root, 'schema', /^\d\d-[a-z0-9-]+\.sql$/)),
      ...(await readReleases(root)),
    ],
    definitions: [...functions, triggers] satisfies Definition[],
    former: {
      last: (await readFolder(root, 'migrations/before-0.1.0', numbered)).map(({ name, sql }) => ({
        name: name.slice(name.lastIndexOf('/') + 1),
        sql,
      })),
      before: beforeSchema,
      is: (name) => /^\d{4}-/.test(name),
    },
  };
}

const numbered = /^\d{4}-[a-z0-9-]+(\.concurrent)?\.sql$/;

/** Reads the migrations of releases after the first one, which has the schema, in version order. */
async function readReleases(root: URL): Promise<Migration[]> {
  const names = await readdir(new URL('migrations/', root));
  const stray = names.find((name) => name.endsWith('.sql'));
  if (stray)
    throw new Error(
      `migrations/${stray} belongs to no release. Move it to the directory of the next release.`,
    );
  const releases = names.filter((name) => /^\d+\.\d+\.\d+$/.test(name));
  releases.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const read = await Promise.all(
    releases.map((release) => readFolder(root, `migrations/${release}`, numbered)),
  );
  return read.flat();
}

/**
 * Returns the files of a directory, sorted by name. Throws for a misnamed file, because it would be
 * applied out of order.
 */
async function readFolder(root: URL, name: string, expected: RegExp): Promise<Migration[]> {
  const files = (await readdir(new URL(`${name}/`, root))).filter((file) => file.endsWith('.sql')).sort();
  const wrong = files.find((file) => !expected.test(file));
  if (wrong) throw new Error(`Invalid name ${name}/${wrong}. Expected ${expected.source}.`);
  return Promise.all(
    files.map(async (file) => ({
      name: `${name}/${file}`,
      sql: await readFile(new URL(`${name}/${file}`, root), 'utf8'),
    })),
  );
}
