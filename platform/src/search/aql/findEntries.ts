import { sql } from 'drizzle-orm';
import { shown } from '../../errors/shown.ts';
import { fileNameOf } from '../../files/paths.ts';
import type { View } from '../../packages/sql/readable.ts';
import { isPartial, maySee } from '../files/visibleFiles.ts';
import { badAql } from './AqlReader.ts';
import { condition } from './conditions.ts';
import { entries } from './domains.ts';
import { itemFields } from './fields.ts';
import { type Row as ItemRow, inScope, itemColumns, itemOf, usual } from './findItems.ts';
import type { AqlQuery } from './parseAql.ts';
import { readRows } from './readRows.ts';

interface Row extends ItemRow {
  entry: string;
}

/** Finds paths inside visible archives, once for each archive. */
export async function findEntries(view: View, query: AqlQuery): Promise<object[]> {
  const { own, item } = shapeOf(query.include);
  const rows = await readRows<Row>({
    domain: entries,
    query,
    select: sql`SELECT ap.path AS entry, ${itemColumns} FROM archive_paths ap JOIN archive_entries e ON e.path_id = ap.id
      JOIN archives a ON a.id = e.archive_id JOIN files f ON f.sha256 = a.sha256 JOIN blobs b ON b.sha256 = f.sha256
      WHERE ${inScope(view)} AND ${condition(entries, query.criteria)}`,
    tie: sql`(ap.path, f.id)`,
    maySee: isPartial(view) ? (row) => maySee(view, row) : undefined,
  });
  return rows.map((row) => {
    const cut = row.entry.lastIndexOf('/');
    const all = { name: fileNameOf(row.entry), path: cut < 0 ? '' : row.entry.slice(0, cut) };
    return {
      ...Object.fromEntries(own.map((field) => [`entry.${field}`, all[field]])),
      ...(item.length ? { archives: [{ items: [itemOf(row, { fields: item, stats: false })] }] } : {}),
    };
  });
}

/** Reads the included fields of the entry and of its archive. */
function shapeOf(include: readonly string[]): { own: ('name' | 'path')[]; item: string[] } {
  const own = new Set<'name' | 'path'>();
  const item = new Set<string>();
  for (const given of include) {
    const name = given.replace(/^entry\./, '');
    const [, field] = /^(?:archive\.)?item(?:\.(.+))?$/.exec(given) ?? [];
    if (name === '*') own.add('name').add('path');
    else if (name === 'name' || name === 'path') own.add(name);
    else if (given === 'archive' || /^(?:archive\.)?item(?:\.\*)?$/.test(given))
      for (const each of usual) item.add(each);
    else if (field && (field === 'type' || Object.hasOwn(itemFields, field))) item.add(field);
    else
      throw badAql(
        `.include(…) does not support ${shown(given)}. Expected name, path, archive.item, or its fields.`,
      );
  }
  return { own: own.size ? [...own] : ['name', 'path'], item: [...item] };
}
