import { type SQL, sql } from 'drizzle-orm';
import { HttpError } from '../../errors/HttpError.ts';
import type { Candidates } from '../search/Candidates.ts';
import type { SearchFilter } from '../search/Matching.ts';
import { matchingCandidates } from '../search/matchingCandidates.ts';
import { estimate, unestimated, worthWords } from '../sql/estimate.ts';
import { hasTrigrams, isPrefix, likePattern, wordGlob } from '../sql/glob.ts';
import { isUnlimited, type Scope } from '../sql/readable.ts';
import { named, vulnerable } from '../versions/versionFilter.ts';
import type { ListingOrder } from './packageOrder.ts';

export function candidatesOf(
  filter: SearchFilter,
  scope: Scope,
  order: ListingOrder,
): Candidates | undefined {
  const { checksum, cve, name, vulnerabilities } = filter;
  if (checksum) {
    const estimate = () => Promise.resolve(1);
    return { query: byChecksum(checksum, scope), estimate, decided: false };
  }
  if (cve) return { query: affected(cve), estimate: () => Promise.resolve(1), decided: false };
  const matched = matchingCandidates(filter, scope);
  if (matched) return matched;
  const counts = vulnerable(vulnerabilities);
  if (counts && !(name && hasTrigrams(name)))
    return { query: scanned(counts), estimate: () => estimate(scans(counts)), decided: false };
  // Names with the same prefix are adjacent in the list by name: reading the list is faster.
  if (!name || !hasTrigrams(name) || (order.field === 'NAME' && isPrefix(name))) return undefined;
  const others = Object.entries(filter).filter(
    ([key, value]) => value != null && key !== 'name' && key !== 'packageTypeIn',
  );
  return {
    query: byName(name, filter.packageTypeIn),
    estimate: () => estimateNamed(name),
    decided: order.field === 'NAME' && isUnlimited(scope) && !others.length,
  };
}

function byName(name: string, types: readonly string[] | null | undefined): Candidates['query'] {
  const typed = types?.length ? sql`AND type = ANY(${sql.param(types)}::text[])` : sql``;
  return async (limit) => sql`
    SELECT id AS package_id, name_lower FROM packages WHERE ${await foundSoonest(name)} ${typed} LIMIT ${limit}`;
}

const isNamed = (name: string) => sql`name_lower LIKE ${likePattern(name)}`;
const estimateNamed = (name: string) => estimate(sql`SELECT FROM packages WHERE ${isNamed(name)}`);

/** Fetching this many packages is faster than narrowing them down with an index. */
const fewWithWords = 1500;

/** Searches by the words of the pattern, unless far more names contain them than match it. */
async function foundSoonest(name: string): Promise<SQL> {
  for (const shorter of [false, true]) {
    const words = wordGlob(name, shorter);
    if (words === undefined || words === name) break;
    const [withWords, matching] = await Promise.all([estimateNamed(words), estimateNamed(name)]);
    if (worthWords(withWords, matching, fewWithWords))
      return sql`${isNamed(words)} AND ${unestimated(isNamed(name))}`;
  }
  return isNamed(name);
}

function affected(cve: string): Candidates['query'] {
  return (limit) => sql`
    SELECT DISTINCT finding.package_id FROM version_findings finding WHERE ${named(cve)} LIMIT ${limit}`;
}

const scans = (counts: SQL) => sql`SELECT s.package_id FROM version_scans s WHERE ${counts}`;

function scanned(counts: SQL): Candidates['query'] {
  return (limit) => sql`SELECT DISTINCT package_id FROM (${scans(counts)}) s LIMIT ${limit}`;
}

const columns: Readonly<Record<number, SQL>> = {
  32: sql`b.md5`,
  40: sql`b.sha1`,
  64: sql`b.sha256`,
};

/**
 * Matches only versions that the caller can read: a checksum search must not reveal versions that
 * the caller cannot read.
 */
export function byChecksum(checksum: string, scope: Scope): (limit: number) => SQL {
  const column = /^[0-9a-f]+$/i.test(checksum) ? columns[checksum.length] : undefined;
  if (!column) {
    throw new HttpError(
      400,
      'BAD_CHECKSUM',
      'Invalid checksum. Expected 32 (MD5), 40 (SHA-1), or 64 (SHA-256) hexadecimal digits.',
    );
  }
  const readable = isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`;
  return (limit) => sql`
    SELECT DISTINCT v.package_id FROM blobs b JOIN files f ON f.sha256 = b.sha256
    JOIN version_files vf ON vf.file_id = f.id JOIN versions v ON v.id = vf.version_id
    WHERE ${column} = ${checksum.toLowerCase()} ${readable} LIMIT ${limit}`;
}
