import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { mayAskUpstreamFor } from '../../../repositories/ownNames.ts';
import type { Repository } from '../../../repositories/repositories.ts';

/**
 * The remote repositories among the members that may answer for the image. A name that is held locally, or was, is no upstream's, also
 * for those who may not see ours.
 */
export async function upstreamsFor(
  repository: Repository,
  members: readonly Repository[],
  image: string,
): Promise<Repository[]> {
  const remotes = members.filter(({ type }) => type === 'remote');
  if (!remotes.length || repository.type !== 'virtual') return remotes;
  return (await mayAskUpstreamFor(repository, image)) ? remotes : [];
}

/** Whether the local repository has the image, or had it. */
export async function ownsImage(repo: string, image: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM docker_images WHERE repo = ${repo} AND image = ${image}
    UNION ALL SELECT FROM owned_names
    WHERE repo = ${repo} AND type = 'docker' AND name_lower = ${image.toLowerCase()} LIMIT 1`);
  return Boolean(rowCount);
}

/** The members that may tell of the image what they hold, the local ones first: what was cached before a name became ours is no part of it. */
export async function holdersOf(
  repository: Repository,
  members: readonly Repository[],
  image: string,
): Promise<{ keys: string[]; upstreams: Repository[] }> {
  const upstreams = await upstreamsFor(repository, members, image);
  const locals = members.filter(({ type }) => type === 'local');
  return { keys: [...locals, ...upstreams].map(({ key }) => key), upstreams };
}
