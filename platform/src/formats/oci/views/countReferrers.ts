import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import type { Manifest } from '../manifests/readManifest.ts';
import { attachedSuffixes, attachedTag, listedAttestations } from './attached.ts';

export interface Counted {
  readonly repoKey: string;
  readonly digest: string;
  readonly manifest: Pick<Manifest, 'manifests'>;
}

/**
 * Counts the manifests that are attached to each image or, of an index, to one of its images too,
 * as the page of the image lists them. Returns a number for each image, in their order.
 */
export async function countReferrers(image: string, counted: readonly Counted[]): Promise<number[]> {
  const subjects = counted.flatMap(({ repoKey, digest, manifest }, at) =>
    [digest, ...manifest.manifests.map((each) => each.digest)].map((subject) => ({ at, repoKey, subject })),
  );
  const tags = subjects.flatMap(({ subject, ...of }) =>
    attachedSuffixes.map((suffix) => ({ ...of, tag: attachedTag(subject, suffix) })),
  );
  const listed = counted.flatMap(({ repoKey, manifest }, at) =>
    [...listedAttestations(manifest).keys()].map((digest) => ({ at, repoKey, digest })),
  );
  const { rows } = await db().execute<{ at: number; count: number }>(sql`
    SELECT at, count(*)::integer AS count FROM (
      SELECT s.at, m.digest FROM ${table(subjects, 'subject')} JOIN docker_manifests m
        ON m.repo = s.repo AND m.image = ${image} AND m.subject = s.value
      UNION SELECT s.at, t.digest FROM ${table(tags, 'tag')} JOIN docker_tags t
        ON t.repo = s.repo AND t.image = ${image} AND t.tag = s.value
      UNION SELECT s.at, m.digest FROM ${table(listed, 'digest')} JOIN docker_manifests m
        ON m.repo = s.repo AND m.image = ${image} AND m.digest = s.value
    ) attached GROUP BY at`);
  const counts = new Map(rows.map(({ at, count }) => [at, count]));
  return counted.map((_, at) => counts.get(at) ?? 0);
}

function table<K extends string>(
  rows: readonly ({ at: number; repoKey: string } & Record<K, string>)[],
  value: K,
) {
  const column = (values: readonly (string | number)[], type: string) =>
    sql`${sql.param(values)}::${sql.raw(type)}[]`;
  const at = column(
    rows.map((row) => row.at),
    'integer',
  );
  const repo = column(
    rows.map((row) => row.repoKey),
    'text',
  );
  const values = column(
    rows.map((row) => row[value]),
    'text',
  );
  return sql`unnest(${at}, ${repo}, ${values}) AS s (at, repo, value)`;
}
