import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Scope } from '../search/readable.ts';
import { editDistance } from './editDistance.ts';

/** Packages to offer for a search that matches nothing. */
export const maxOffered = 20;
/** Packages that share parts of their names with the search, and how many are compared. */
const maxSharing = 1000;
const maxCompared = 200;
/** Longer words have too many trigrams for a fast search. */
const maxTypedLength = 40;

/**
 * Returns the row IDs of packages whose name differs from the typed one by a few letters, the most
 * similar first, among those with a listing in the scope.
 */
export async function similarNames(typed: string, scope: Scope): Promise<string[]> {
  const wanted = normalized(typed).slice(0, maxTypedLength);
  const { rows } = await db().execute<{ id: string; name: string }>(sql`
    SELECT s.package_id::text AS id, p.name_lower AS name
    FROM similar_packages(${wanted}, ${maxSharing}) s JOIN packages p ON p.id = s.package_id
    WHERE EXISTS (SELECT FROM package_listings l WHERE l.package_id = s.package_id AND l.repo = ANY(${sql.param(scope)}::text[]))
    LIMIT ${maxCompared}`);
  const most = 1 + Math.floor(wanted.length / 5);
  return rows
    .map(({ id, name }) => ({ id, name, distance: distanceOf(wanted, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance || one.name.length - other.name.length)
    .slice(0, maxOffered)
    .map(({ id }) => id);
}

/** Distance to the name, to its part without scope or group, or to one of its words. */
function distanceOf(wanted: string, name: string): number {
  const short = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
  return Math.min(
    ...[...new Set([name, short, ...wordsIn(wanted, short)])].map((each) =>
      editDistance(wanted, normalized(each).slice(0, 80)),
    ),
  );
}

/** Words of similar length. A search of several words is compared with whole names. */
function wordsIn(wanted: string, name: string): string[] {
  if (wanted.includes('-')) return [];
  return normalized(name)
    .split('-')
    .filter(({ length }) => Math.abs(length - wanted.length) <= 2)
    .slice(0, 10);
}

const normalized = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
