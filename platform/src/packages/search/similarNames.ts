import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Scope } from '../sql/readable.ts';
import { editDistance } from './editDistance.ts';

/** Packages to offer for a search that matches nothing. */
export const maxOffered = 20;
/** Packages that share parts of their names with the search, and how many are compared. */
const maxSharing = 1000;
const maxCompared = 200;
/** Longer words have too many trigrams for a fast search. */
const maxTypedLength = 40;

export interface SimilarNames {
  /** Row IDs of the packages, the most similar first. */
  readonly ids: string[];
  /** Probably meant text: the only one in these names that differs by one letter. */
  readonly meant: string | undefined;
}

/**
 * Returns packages whose name differs from the typed one by a few letters, among those with a
 * listing in the scope.
 */
export async function similarNames(typed: string, scope: Scope): Promise<SimilarNames> {
  const wanted = normalized(typed).slice(0, maxTypedLength);
  const { rows } = await db().execute<{ id: string; name: string }>(sql`
    SELECT s.package_id::text AS id, p.name_lower AS name
    FROM similar_packages(${wanted}, ${maxSharing}) s JOIN packages p ON p.id = s.package_id
    WHERE EXISTS (SELECT FROM package_listings l WHERE l.package_id = s.package_id AND l.repo = ANY(${sql.param(scope)}::text[]))
    LIMIT ${maxCompared}`);
  const most = 1 + Math.floor(wanted.length / 5);
  const found = rows
    .map(({ id, name }) => ({ id, name, ...closest(wanted, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance || one.name.length - other.name.length)
    .slice(0, maxOffered);
  const meant = new Set(found.filter(({ distance }) => distance <= 1).map(({ text }) => text));
  return { ids: found.map(({ id }) => id), meant: meant.size === 1 ? [...meant][0] : undefined };
}

/** The name, its part without scope or group, or one of its words: whichever is most similar. */
function closest(wanted: string, name: string): { text: string; distance: number } {
  const short = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
  const texts = [...new Set([...wordsIn(wanted, short), short, name])];
  const distances = texts.map((text) => editDistance(wanted, normalized(text).slice(0, 80)));
  const distance = Math.min(...distances);
  return { text: texts[distances.indexOf(distance)] ?? name, distance };
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
