import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { HttpError } from '../../http/errors.ts';
import { db } from '../../storage/db.ts';
import { hasTrigrams, isPrefix, likePattern } from '../search/glob.ts';
import { isUnlimited, type Scope } from '../search/readable.ts';
import type { ListingOrder } from './packageOrder.ts';

/** The few packages that can match, where an index can tell them: then nothing else needs to be looked at. */
export interface Candidates {
  /** Selects their ids, `package_id`, and `limit` at most. */
  query(limit: number): SQL;
  /** How many there are, roughly and at once. */
  estimate(): Promise<number>;
  /** When the query alone decides, and gives `name_lower` too. */
  decided: boolean;
}

export function candidatesOf(
  filter: PackageFilter,
  scope: Scope,
  order: ListingOrder,
): Candidates | undefined {
  const { checksum, name } = filter;
  if (checksum) {
    const estimate = () => Promise.resolve(1);
    return { query: byChecksum(checksum, scope), estimate, decided: false };
  }
  // What starts alike stands together in the list by name: that is shorter still.
  if (!name || !hasTrigrams(name) || (order.field === 'NAME' && isPrefix(name))) return undefined;
  const others = Object.entries(filter).filter(
    ([key, value]) => value != null && key !== 'name' && key !== 'packageTypeIn',
  );
  const pattern = likePattern(name);
  return {
    query: byName(pattern, filter.packageTypeIn),
    estimate: () => estimateNames(pattern),
    decided: order.field === 'NAME' && isUnlimited(scope) && !others.length,
  };
}

function byName(pattern: string, types: readonly string[] | null | undefined): Candidates['query'] {
  const typed = types?.length ? sql`AND type = ANY(${sql.param(types)}::text[])` : sql``;
  return (limit) => sql`
    SELECT id AS package_id, name_lower FROM packages WHERE name_lower LIKE ${pattern} ${typed} LIMIT ${limit}`;
}

/** What the planner thinks: it matches the pattern with the thousand names that it keeps as a sample. */
async function estimateNames(pattern: string): Promise<number> {
  const { rows } = await db().execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(sql`
    EXPLAIN (FORMAT JSON) SELECT FROM packages WHERE name_lower LIKE ${pattern}`);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

const columns: Readonly<Record<number, SQL>> = {
  32: sql`b.md5`,
  40: sql`b.sha1`,
  64: sql`b.sha256`,
};

/** Only by versions that the caller may read: whether he may read one more is nothing that a checksum may tell. */
function byChecksum(checksum: string, scope: Scope): Candidates['query'] {
  const column = /^[0-9a-f]+$/i.test(checksum) ? columns[checksum.length] : undefined;
  if (!column) {
    throw new HttpError(
      400,
      'BAD_CHECKSUM',
      'A checksum has 32 (md5), 40 (sha1) or 64 (sha256) hexadecimal digits',
    );
  }
  const readable = isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`;
  return (limit) => sql`
    SELECT DISTINCT v.package_id FROM blobs b JOIN files f ON f.sha256 = b.sha256
    JOIN version_files vf ON vf.file_id = f.id JOIN versions v ON v.id = vf.version_id
    WHERE ${column} = ${checksum.toLowerCase()} ${readable} LIMIT ${limit}`;
}
