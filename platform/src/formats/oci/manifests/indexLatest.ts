import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { setTags } from '../../../packages/indexing.ts';
import { versionOrderOf } from '../../../packages/versionOrders.ts';
import type { Named } from '../dockerPath.ts';

/**
 * Sets the version that the index shows as `latest`: the highest version among the tags that point
 * to the same manifest, so that users see `1.2.0` instead of `latest`. Runs in the current
 * transaction after `tag` was moved or deleted.
 */
export async function indexLatest({ repo, image }: Named, tag: string): Promise<void> {
  const { rows } = await db().execute<{ tag: string }>(sql`
    SELECT o.tag FROM docker_tags l JOIN docker_tags o ON o.repo = l.repo AND o.image = l.image AND o.digest = l.digest
    WHERE l.repo = ${repo} AND l.image = ${image} AND l.tag = 'latest'`);
  if (!rows.length && tag !== 'latest') return;
  const versions = rows.map((row) => row.tag).filter((each) => each !== 'latest');
  const key = (version: string) => versionOrderOf('docker', version).sortKey;
  const highest = versions.reduce(
    (best, each) => (key(each) > key(best) ? each : best),
    versions[0] ?? 'latest',
  );
  await setTags(repo, 'docker', image, rows.length ? { latest: highest } : {});
}
