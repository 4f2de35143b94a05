import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { HttpError } from '../../http/errors.ts';
import { hasTrigrams, isPrefix, likePattern } from '../search/glob.ts';
import { isUnlimited, type Scope } from '../search/readable.ts';
import type { ListingOrder } from './packageOrder.ts';

/**
 * A query for the ids (`package_id`) of the few packages that can match, when an index can tell them: then nothing else
 * needs to be looked at. At most `limit` of them come.
 */
export function candidates(
  filter: PackageFilter,
  scope: Scope,
  order: ListingOrder,
  limit: number,
): SQL | undefined {
  if (filter.checksum) return byChecksum(filter.checksum, scope, limit);
  // What starts alike stands together in the list by name: that is shorter still.
  if (filter.name && order.field === 'NAME' && isPrefix(filter.name)) return undefined;
  if (filter.name && hasTrigrams(filter.name)) return byName(filter.name, filter.packageTypeIn, limit);
  return undefined;
}

function byName(name: string, types: readonly string[] | null | undefined, limit: number): SQL {
  const typed = types?.length ? sql`AND type = ANY(${sql.param(types)}::text[])` : sql``;
  return sql`SELECT id AS package_id FROM packages WHERE name_lower LIKE ${likePattern(name)} ${typed} LIMIT ${limit}`;
}

const columns: Readonly<Record<number, SQL>> = {
  32: sql`b.md5`,
  40: sql`b.sha1`,
  64: sql`b.sha256`,
};

/** Only by versions that the caller may read: whether he may read one more is nothing that a checksum may tell. */
function byChecksum(checksum: string, scope: Scope, limit: number): SQL {
  const column = /^[0-9a-f]+$/i.test(checksum) ? columns[checksum.length] : undefined;
  if (!column) {
    throw new HttpError(
      400,
      'BAD_CHECKSUM',
      'A checksum has 32 (md5), 40 (sha1) or 64 (sha256) hexadecimal digits',
    );
  }
  const readable = isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`;
  return sql`
    SELECT DISTINCT v.package_id FROM blobs b JOIN files f ON f.sha256 = b.sha256
    JOIN version_files vf ON vf.file_id = f.id JOIN versions v ON v.id = vf.version_id
    WHERE ${column} = ${checksum.toLowerCase()} ${readable} LIMIT ${limit}`;
}
