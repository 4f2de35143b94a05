import { type SQL, sql } from 'drizzle-orm';

/** How a list is sorted: by `key`, then by the unique `tie`, ascending. */
export interface KeysetOrder {
  key: SQL;
  /** Type of the key, to which its text in a cursor is converted. */
  type: SQL;
  tie: SQL;
  isDescending: boolean;
}

/** Condition that a row comes after a place in the list. */
export function after(
  place: { key: string | number; tie: string },
  { key, type, tie, isDescending }: KeysetOrder,
): SQL {
  const at = sql`${String(place.key)}::${type}`;
  if (!isDescending) return sql`(${key}, ${tie}) > (${at}, ${place.tie})`;
  return sql`(${key} < ${at} or (${key} = ${at} and ${tie} > ${place.tie}))`;
}
