import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type FileRow, selectFiles } from '../files/files.ts';
import { assertAnnotatable } from '../files/filesInUse.ts';
import { type AnnotatedFile, announceProperties, type Properties } from '../files/properties.ts';
import { visibleIn } from '../files/tree/children.ts';
import { locate } from '../files/tree/locate.ts';
import { readable } from '../files/tree/reach.ts';
import { authorizeWrite } from '../pipeline/writeTarget.ts';
import { requireRepository } from '../repositories/repositories.ts';

/** Maximum files of a folder per request, which is one transaction. */
const maxFiles = 10_000;
/** Maximum of values times files per request: each becomes a row. */
const maxValues = 200_000;

/**
 * Returns the file at the path, or all files below the folder, for changes of their properties. In
 * virtual repositories, the first member with a path wins. Throws `HttpError` 404 for a missing
 * path, 401 or 403 without annotate permission on one of the files, 400 for a folder with too many
 * files, 409 for read-only files.
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
    const message =
      'Folders have no properties. Omit recursive=0 to set the properties of the files in the folder.';
    throw new HttpError(400, 'BAD_REQUEST', message);
  }
  if (!file) {
    const found = new Map<string, FileRow>();
    for (const { repository, reach } of members) {
      const visible = visibleIn(repository.key, reach, path);
      for (const each of await selectFiles(sql`${visible} ORDER BY f.path LIMIT ${maxFiles + 1}`))
        if (!found.has(each.path)) found.set(each.path, each);
    }
    if (found.size > maxFiles)
      throw new HttpError(
        400,
        'TOO_MANY',
        `More than ${maxFiles} files in ${path}. Set the properties folder by folder.`,
      );
    files.push(...found.values());
  }
  for (const each of files)
    await authorizeWrite(caller, 'annotate', await requireRepository(each.repo), each.path);
  for (const key of new Set(files.map((each) => each.repo)))
    await assertAnnotatable(
      key,
      files.filter((each) => each.repo === key).map((each) => each.path),
    );
  return files;
}

/** Throws `HttpError` 400 for too many values times files. */
export function checkValues(files: number, properties: Properties): void {
  const values = Object.values(properties).reduce((sum, each) => sum + each.length, 0);
  if (files * values <= maxValues) return;
  throw new HttpError(
    400,
    'TOO_MANY',
    `Too many values: ${files} files with ${values} values each. The maximum of files times values is ${maxValues}. Set fewer values per request, or go folder by folder.`,
  );
}

/**
 * Sets the values of these keys on all files and removes other given keys. Further properties stay.
 * Throws like `checkValues`, before any change.
 */
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
