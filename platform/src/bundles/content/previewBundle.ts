import type { BundlePreview } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';
import type { Seal } from '../../secrets/Seal.ts';
import type { WantedFile } from './BundleContent.ts';
import { authorizeReads } from './createBundle.ts';
import { checkHeld } from './holdFiles.ts';
import { absentParts, describeHeld } from './holdVersions.ts';
import type { Source } from './readSources.ts';
import { wantedFiles } from './wantedFiles.ts';

/** Maximum lines of a response. */
const maxLines = 1000;

interface Row extends Record<string, unknown> {
  repo: string;
  path: string;
  sha256: string;
  size: number;
  packageType: string;
}

/**
 * Returns the files that a version from these sources would contain. Throws the errors that its
 * creation would.
 */
export async function previewBundle(
  caller: Caller,
  seal: Seal,
  sources: readonly Source[],
): Promise<BundlePreview> {
  const wanted = await wantedFiles(caller, seal, sources);
  await authorizeReads(caller, wanted);
  const found = await rowsOf(wanted);
  checkHeld(wanted, found);
  const absent = absentParts(await describeHeld(found), found);
  const rows = [...found, ...(await rowsOf(absent))].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return {
    artifacts: rows.length,
    bytes: rows.reduce((sum, { size }) => sum + size, 0),
    lines: rows.slice(0, maxLines).map((row) => ({ path: placeOf(row), size: row.size })),
  };
}

async function rowsOf(wanted: readonly WantedFile[]): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT f.repo, f.path, f.sha256, b.size::float8 AS size, r.package_type AS "packageType"
    FROM unnest(${sql.param(wanted.map(({ repo }) => repo))}::text[], ${sql.param(wanted.map(({ path }) => path))}::text[])
        AS w (repo, path)
      JOIN files f ON f.repo = w.repo AND f.path = w.path JOIN blobs b ON b.sha256 = f.sha256
      JOIN repositories r ON r.key = f.repo`);
  return rows;
}

function placeOf({ repo, path }: Row): string {
  return `${repo}/${path}`;
}
