import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type FileRow, selectFiles } from '../files/files.ts';
import { type AnnotatedFile, announceProperties, type Properties } from '../files/properties.ts';
import { visibleIn } from '../files/tree/children.ts';
import { locate } from '../files/tree/locate.ts';
import { readable } from '../files/tree/reach.ts';
import { authoriseWrite } from '../pipeline/writeTarget.ts';
import { requireRepository } from '../repositories/repositories.ts';

/** Files of a folder whose properties are changed at once: all of it is one transaction. */
const mostFiles = 10_000;
/** Values times files that are set at once: each of them becomes a row. */
const mostValues = 200_000;

/**
 * The file at the path, or all files below the folder, that the caller may annotate: of a virtual repository those of the first member which has
 * a path. Throws `HttpError` 404 for what is not there, 401 or 403 where he may not annotate one of them, 400 for a folder of too many.
 */
export async function annotatable(
  caller: Caller,
  repo: string,
  path: string,
  { recursive }: { recursive: boolean },
): Promise<FileRow[]> {
  if (path === '')
    throw new HttpError(400, 'BAD_PATH', 'The path is missing. Properties are set on a file or a folder.');
  const members = await readable(caller, await requireRepository(repo));
  const { file } = await locate(repo, members, path);
  const files = file ? [file] : [];
  if (!file && !recursive) {
    const said =
      'Folders have no properties. Omit recursive=0 to set the properties of the files in the folder.';
    throw new HttpError(400, 'BAD_REQUEST', said);
  }
  if (!file) {
    const found = new Map<string, FileRow>();
    for (const { repository, reach } of members) {
      const visible = visibleIn(repository.key, reach, path);
      for (const each of await selectFiles(sql`${visible} ORDER BY f.path LIMIT ${mostFiles + 1}`))
        if (!found.has(each.path)) found.set(each.path, each);
    }
    if (found.size > mostFiles)
      throw new HttpError(
        400,
        'TOO_MANY',
        `More than ${mostFiles} files in ${path}. Set the properties folder by folder.`,
      );
    files.push(...found.values());
  }
  for (const each of files)
    await authoriseWrite(caller, 'annotate', await requireRepository(each.repo), each.path);
  return files;
}

/** Throws `HttpError` 400 where so many files cannot be given so many values at once. */
export function checkValues(files: number, properties: Properties): void {
  const values = Object.values(properties).reduce((sum, each) => sum + each.length, 0);
  if (files * values <= mostValues) return;
  throw new HttpError(
    400,
    'TOO_MANY',
    `Too many values: ${files} files with ${values} values each. The maximum of files times values is ${mostValues}. Set fewer values per request, or go folder by folder.`,
  );
}

/** Gives each of them these values for these keys, and takes away what else is named; other properties stay. Throws as `checkValues`, before anything is changed. */
export async function annotate(
  files: readonly AnnotatedFile[],
  properties: Properties,
  remove: readonly string[] = [],
): Promise<void> {
  checkValues(files.length, properties);
  const ids = sql.param(files.map(({ id }) => id));
  const pairs = Object.entries(properties).flatMap(([key, values]) =>
    values.map((value) => ({ key, value })),
  );
  await transaction(async () => {
    await db().execute(sql`
      DELETE FROM file_properties
      WHERE file_id = ANY(${ids}::bigint[]) AND key = ANY(${sql.param([...remove, ...Object.keys(properties)])}::text[])`);
    await db().execute(sql`
      INSERT INTO file_properties (file_id, key, value)
      SELECT f.id, p.key, p.value FROM unnest(${ids}::bigint[]) AS f (id)
        CROSS JOIN unnest(${sql.param(pairs.map(({ key }) => key))}::text[], ${sql.param(pairs.map(({ value }) => value))}::text[]) AS p (key, value)
      ON CONFLICT DO NOTHING`);
    announceProperties(files, properties, remove);
  });
}
