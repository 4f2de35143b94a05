import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../../database/db.ts';
import { plausibleTime } from '../../../plainFiles/remote/upstreamTime.ts';
import { gunzip } from '../packument/gzip.ts';
import { timesIn } from './reading/readPackument.ts';

type Times = Readonly<Record<string, unknown>>;

export class Known {
  /** Times by packument hash: a dependency tree often has many versions of one package. */
  readonly packuments = new LRUCache<string, Times>({ max: 100 });
  /**
   * Times received with tarballs, until they are indexed. Not persisted, because they are only a
   * fallback.
   */
  readonly tarballs = new LRUCache<string, Date>({ max: 20_000 });
}

const publishTimes = () => currentPlatform().formats.npm.publishTimes;
const idOf = (repo: string, name: string, version: string) => `${repo}/${name}@${version}`;

/**
 * Remembers the Last-Modified date of a tarball. Tarballs never change, so it is the publish date.
 */
export function rememberTarballTime(
  repo: string,
  name: string,
  version: string,
  lastModified: unknown,
): void {
  const time = plausibleTime(lastModified);
  if (time) publishTimes().tarballs.set(idOf(repo, name, version), time);
}

/**
 * The publish date of a cached version, from the full packument or else from its tarball; undefined
 * if neither has it.
 */
export async function publishTime(repo: string, name: string, version: string): Promise<Date | undefined> {
  const fromPackument = plausibleTime((await packumentTimes(repo, name))[version]);
  const id = idOf(repo, name, version);
  const tarball = publishTimes().tarballs.get(id);
  publishTimes().tarballs.delete(id);
  return fromPackument ?? tarball;
}

/**
 * The abbreviated form, which clients request for installing, has no times, so a full packument
 * must be stored.
 */
async function packumentTimes(repo: string, name: string): Promise<Times> {
  const where = sql`repo = ${repo} AND name = ${name} AND form = 'full'`;
  const { rows } = await db().execute<{ hash: string }>(
    sql`SELECT hash FROM npm_upstream_packuments WHERE ${where}`,
  );
  const [row] = rows;
  if (!row) return {};
  const { packuments } = publishTimes();
  const read = packuments.get(row.hash);
  if (read) return read;
  const kept = await db().execute<{ body: Buffer }>(
    sql`SELECT body FROM npm_upstream_packuments WHERE ${where} AND hash = ${row.hash}`,
  );
  const body = kept.rows[0]?.body;
  const times = body ? timesIn(await gunzip(body)) : {};
  packuments.set(row.hash, times);
  return times;
}
