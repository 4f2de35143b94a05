import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../../database/db.ts';
import { plausibleTime } from '../../../plainFiles/remote/upstreamTime.ts';
import { gunzip } from '../packument/gzip.ts';
import { timesIn } from './scanPackument.ts';

type Times = Readonly<Record<string, unknown>>;

export class Known {
  /** Of packuments, by their hash: a tree of packages has many versions of one. */
  readonly packuments = new LRUCache<string, Times>({ max: 100 });
  /** What came with the tarballs, until they are indexed; lost with the process, as it is a second choice. */
  readonly tarballs = new LRUCache<string, Date>({ max: 20_000 });
}

const known = () => currentPlatform().formats.npm.publishTimes;
const idOf = (repo: string, name: string, version: string) => `${repo}/${name}@${version}`;

/** A tarball came with the date of its last change, which is when it was published: tarballs never change. */
export function rememberTarballTime(
  repo: string,
  name: string,
  version: string,
  lastModified: unknown,
): void {
  const time = plausibleTime(lastModified);
  if (time) known().tarballs.set(idOf(repo, name, version), time);
}

/** When a cached version was published, as the full packument says, or else its tarball; undefined where neither does. */
export async function publishTime(repo: string, name: string, version: string): Promise<Date | undefined> {
  const told = plausibleTime((await packumentTimes(repo, name))[version]);
  const id = idOf(repo, name, version);
  const tarball = known().tarballs.get(id);
  known().tarballs.delete(id);
  return told ?? tarball;
}

/** What clients ask for to install has no times: only where the full one is kept. */
async function packumentTimes(repo: string, name: string): Promise<Times> {
  const where = sql`repo = ${repo} AND name = ${name} AND form = 'full'`;
  const { rows } = await db().execute<{ hash: string }>(
    sql`SELECT hash FROM npm_upstream_packuments WHERE ${where}`,
  );
  const [row] = rows;
  if (!row) return {};
  const { packuments } = known();
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
