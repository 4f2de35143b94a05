// Adds files by SQL, all with the same content: the cost of listing a directory does not depend on
// the content of its files.

import { connect } from '../harness/database.mjs';
import { authorization } from '../harness/lading.mjs';

/** The folder with the many children. */
export const wide = 'wide';

/**
 * Puts `children` files into one folder of `generic-local`, and `files` more into folders of 100
 * that lie in folders of 100, so that the repository is large beside it.
 */
export async function fill(lading, { children, files, log }) {
  const url = `${lading.origin}/artifactory/generic-local/${wide}/0000000.bin`;
  const put = await fetch(url, { method: 'PUT', headers: { authorization }, body: 'one content for all' });
  if (put.status !== 201) throw new Error(`PUT: ${put.status}`);
  const client = await connect(lading);
  try {
    await client.query('SET statement_timeout = 0');
    // The bulk of a loaded database without its price: foreign keys hold by construction.
    await client.query('SET session_replication_role = replica');
    const { rows: indexes } = await client.query(
      `SELECT i.indexname, i.indexdef FROM pg_indexes i LEFT JOIN pg_constraint c ON c.conname = i.indexname
       WHERE i.tablename = 'files' AND c.oid IS NULL`,
    );
    for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
    const insert = (path, from, to) =>
      client.query(
        `INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
         SELECT repo, ${path}, sha256, mime_type, created, created_by, modified, modified_by
         FROM files, generate_series($1::integer, $2::integer) n WHERE path = '${wide}/0000000.bin'`,
        [from, to],
      );
    await insert(`'${wide}/' || lpad(n::text, 7, '0') || '.bin'`, 1, children - 1);
    const step = 250_000;
    for (let from = 0; from < files; from += step) {
      await insert(
        `'deep/' || lpad((n / 10000)::text, 4, '0') || '/' || lpad((n / 100)::text, 6, '0') || '/' || n || '.bin'`,
        from,
        Math.min(files, from + step) - 1,
      );
      log(`${Math.min(files, from + step).toLocaleString('en')} files`);
    }
    await client.query(
      `INSERT INTO file_counts (repo, slot, files) VALUES ('generic-local', 15, $1)
       ON CONFLICT (repo, slot) DO UPDATE SET files = file_counts.files + excluded.files`,
      [children - 1 + files],
    );
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('VACUUM ANALYZE files');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
