import type { BuildFile } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { allows } from '../../access/gateway.ts';
import { db } from '../../database/db.ts';
import type { BuildRow } from '../builds.ts';
import type { Promotion } from './readPromotion.ts';

/** Maximum locations per file content. */
const maxPlaces = 50;

/** A file that a build produced or used. */
export interface Wanted {
  name: string;
  /** Path in the build-info; empty if missing. */
  path: string;
  sha1: string;
  sha256: string;
}

/** A location of the content. */
export interface Place extends Record<string, unknown> {
  repo: string;
  path: string;
  sha1: string;
  sha256: string;
  size: number;
  /** Whether its properties name the build and the number. */
  marked: boolean;
}

/** Returns the unique files of the promotion. */
export function wantedFiles(
  { info }: BuildRow,
  promotion: Pick<Promotion, 'artifacts' | 'dependencies' | 'scopes'>,
): Wanted[] {
  const found = new Map<string, Wanted>();
  const add = (file: BuildFile, name: string) => {
    const path = (file as { path?: unknown }).path;
    const wanted = {
      name,
      path: typeof path === 'string' ? path.replace(/^\/+/, '') : '',
      sha1: (file.sha1 ?? '').toLowerCase(),
      sha256: (file.sha256 ?? '').toLowerCase(),
    };
    found.set(JSON.stringify(wanted), wanted);
  };
  for (const { artifacts, dependencies } of info.modules ?? []) {
    if (promotion.artifacts) for (const file of artifacts ?? []) add(file, file.name ?? '');
    if (!promotion.dependencies) continue;
    for (const file of dependencies ?? []) {
      const scopes = file.scopes ?? [];
      if (promotion.scopes.length === 0 || scopes.some((scope) => promotion.scopes.includes(scope)))
        add(file, file.id ?? '');
    }
  }
  return [...found.values()];
}

/**
 * Returns the readable locations of the contents, by SHA-256 and by SHA-1; those with properties of
 * the build first.
 */
export async function placesOf(
  caller: Caller,
  { name, number }: BuildRow,
  files: readonly Wanted[],
  sourceRepo: string | undefined,
): Promise<Map<string, Place[]>> {
  const sums = (kind: 'sha1' | 'sha256') =>
    sql.param(files.map((file) => file[kind]).filter((sum) => sum !== ''));
  const { rows } = await db().execute<Place>(sql`
    SELECT repo, path, sha1, sha256, size, marked FROM (
      SELECT found.*, row_number() OVER (PARTITION BY sha256 ORDER BY marked DESC, id) AS place FROM (
        SELECT f.id, f.repo, f.path, b.sha1, b.sha256, b.size::float8 AS size,
          EXISTS (SELECT FROM file_properties p WHERE p.file_id = f.id AND p.key = 'build.name' AND p.value = ${name})
            AND EXISTS (SELECT FROM file_properties p WHERE p.file_id = f.id AND p.key = 'build.number' AND p.value = ${number}) AS marked
        FROM blobs b JOIN files f ON f.sha256 = b.sha256
        WHERE (b.sha256 = ANY(${sums('sha256')}::text[]) OR b.sha1 = ANY(${sums('sha1')}::text[]))
          AND ${sourceRepo === undefined ? sql`true` : sql`f.repo = ${sourceRepo}`}
      ) found
    ) placed WHERE place <= ${maxPlaces} ORDER BY sha256, place`);
  const places = new Map<string, Place[]>();
  for (const place of rows) {
    const known = places.get(place.sha256) ?? [];
    places.set(place.sha256, known).set(place.sha1, known);
    if (await allows(caller, 'read', { repo: place.repo, path: place.path })) known.push(place);
  }
  return places;
}
