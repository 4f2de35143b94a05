import type { TreePlace } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { inReach, readable } from '../../files/tree/reach.ts';
import { within } from '../../files/tree/subtree.ts';
import { requireRepository } from '../../repositories/repositories.ts';

/** Maximum files of one archive. */
export const maxFiles = 20_000;

/** A file for an archive. */
export interface ChosenFile extends Record<string, unknown> {
  repo: string;
  path: string;
  sha256: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/**
 * Returns the files below a node that the caller can read, by path. For virtual repositories, each
 * path is included once, from its first member. Throws `HttpError` 400 for too many files.
 */
export async function chosenFiles(caller: Caller, { repoKey, path }: TreePlace): Promise<ChosenFile[]> {
  const found = new Map<string, ChosenFile>();
  for (const { repository, reach } of await readable(caller, await requireRepository(repoKey))) {
    const { rows } = await db().execute<ChosenFile>(sql`
      SELECT f.repo, f.path, f.sha256, b.size::float8 AS size, (extract(epoch FROM f.modified) * 1000)::float8 AS modified
      FROM files f JOIN blobs b ON b.sha256 = f.sha256
      WHERE ${within({ repo: repository.key, path })} AND ${inReach(reach)} ORDER BY f.path LIMIT ${maxFiles + 1}`);
    for (const file of rows) if (!found.has(file.path)) found.set(file.path, file);
    if (found.size > maxFiles) throw tooMany();
  }
  return [...found.values()];
}

export function tooMany(): HttpError {
  return new HttpError(
    400,
    'TOO_MANY',
    `The selection exceeds ${maxFiles} files. Select fewer, or download them with a client.`,
  );
}
