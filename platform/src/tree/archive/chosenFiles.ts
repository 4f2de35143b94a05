import type { TreePlace } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { inReach, readable } from '../../files/tree/reach.ts';
import { within } from '../../files/tree/subtree.ts';
import { requireRepository } from '../../repositories/repositories.ts';

/** Files of one archive. */
export const mostFiles = 20_000;

/** A file that is to be in an archive. */
export interface ChosenFile extends Record<string, unknown> {
  repo: string;
  path: string;
  sha256: string;
  size: number;
  /** Milliseconds. */
  modified: number;
}

/**
 * The files of the node that the caller may read, by their paths; of a virtual repository those that its members hold, each path once, as
 * the first of them has it. Throws `HttpError` 400 for too many.
 */
export async function chosenFiles(caller: Caller, { repoKey, path }: TreePlace): Promise<ChosenFile[]> {
  const found = new Map<string, ChosenFile>();
  for (const { repository, reach } of await readable(caller, await requireRepository(repoKey))) {
    const { rows } = await db().execute<ChosenFile>(sql`
      SELECT f.repo, f.path, f.sha256, b.size::float8 AS size, (extract(epoch FROM f.modified) * 1000)::float8 AS modified
      FROM files f JOIN blobs b ON b.sha256 = f.sha256
      WHERE ${within({ repo: repository.key, path })} AND ${inReach(reach)} ORDER BY f.path LIMIT ${mostFiles + 1}`);
    for (const file of rows) if (!found.has(file.path)) found.set(file.path, file);
    if (found.size > mostFiles) throw tooMany();
  }
  return [...found.values()];
}

export function tooMany(): HttpError {
  return new HttpError(
    400,
    'TOO_MANY',
    `The selection exceeds ${mostFiles} files. Select fewer, or download them with a client.`,
  );
}
