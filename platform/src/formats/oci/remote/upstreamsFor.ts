import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { mayQueryUpstreamFor } from '../../../repositories/ownNames.ts';
import type { Repository } from '../../../repositories/repositories.ts';

/**
 * The remote members that may serve the image. A name that is or was local is never requested from
 * an upstream, even if the caller cannot read the local image.
 */
export async function upstreamsFor(
  repository: Repository,
  members: readonly Repository[],
  image: string,
): Promise<Repository[]> {
  const remotes = members.filter(({ type }) => type === 'remote');
  if (!remotes.length || repository.type !== 'virtual') return remotes;
  return (await mayQueryUpstreamFor(repository, image)) ? remotes : [];
}

/** Whether the local repository has or had the image. */
export async function ownsImage(repo: string, image: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM docker_images WHERE repo = ${repo} AND image = ${image}
    UNION ALL SELECT FROM owned_names
    WHERE repo = ${repo} AND type = 'docker' AND name_lower = ${image.toLowerCase()} LIMIT 1`);
  return Boolean(rowCount);
}

/**
 * The members whose content belongs to the image, local ones first. Content cached before the name
 * became local is excluded.
 */
export async function contentMembersOf(
  repository: Repository,
  members: readonly Repository[],
  image: string,
): Promise<{ keys: string[]; upstreams: Repository[] }> {
  const upstreams = await upstreamsFor(repository, members, image);
  const locals = members.filter(({ type }) => type === 'local');
  return { keys: [...locals, ...upstreams].map(({ key }) => key), upstreams };
}
