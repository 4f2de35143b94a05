import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { PackageKey } from '../packages/list/packageId.ts';

/** Users per page. */
const pageSize = 500;

interface Star extends Record<string, unknown> {
  userName: string;
  /** Newest row of `versions` when the star was set. */
  afterVersion: string;
  /** Advisories that the user knows. */
  advisories: string[];
}

/** Reads the stars of a package in pages. */
export async function* starsOf({ type, name }: PackageKey): AsyncGenerator<Star[]> {
  let after = '';
  for (;;) {
    const { rows } = await db().execute<Star>(sql`
      SELECT user_name AS "userName", after_version::text AS "afterVersion", advisories FROM package_stars
      WHERE type = ${type} AND name = ${name} AND user_name > ${after} ORDER BY user_name LIMIT ${pageSize}`);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.userName ?? '';
  }
}
