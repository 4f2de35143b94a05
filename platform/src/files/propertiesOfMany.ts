import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { type AnnotatedFile, announceProperties, type Properties } from './properties.ts';

/** Like `setProperties`, for many files with different properties, in two statements. */
export async function setPropertiesOfMany(
  files: readonly { file: AnnotatedFile; properties: Properties }[],
): Promise<void> {
  const keys = files.flatMap(({ file, properties }) =>
    Object.keys(properties).map((key) => ({ id: file.id, key })),
  );
  if (keys.length === 0) return;
  const values = files.flatMap(({ file, properties }) =>
    Object.entries(properties).flatMap(([key, all]) => all.map((value) => ({ id: file.id, key, value }))),
  );
  const list = (each: string[]) => sql`${sql.param(each)}`;
  await transaction(async () => {
    await db().execute(sql`
      DELETE FROM file_properties p
      USING unnest(${list(keys.map(({ id }) => id))}::bigint[], ${list(keys.map(({ key }) => key))}::text[]) AS g (id, key)
      WHERE p.file_id = g.id AND p.key = g.key`);
    await db().execute(sql`
      INSERT INTO file_properties (file_id, key, value)
      SELECT * FROM unnest(${list(values.map(({ id }) => id))}::bigint[], ${list(values.map(({ key }) => key))}::text[],
        ${list(values.map(({ value }) => value))}::text[]) ON CONFLICT DO NOTHING`);
    for (const { file, properties } of files) announceProperties([file], properties);
  });
}
