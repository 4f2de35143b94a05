import { type SQL, sql } from 'drizzle-orm';

/** Selects the number of users who starred a package, by columns with its type and name. */
export function followersOf(type: SQL, name: SQL): SQL {
  return sql`(SELECT count(*)::integer FROM package_stars s WHERE s.type = ${type} AND s.name = ${name})`;
}
