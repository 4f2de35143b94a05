import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { removeFile } from '../../../files/files.ts';
import { useOf } from '../../../files/filesInUse.ts';
import type { CollectOptions, Leftover } from '../../../pipeline/Format.ts';
import { findRepository } from '../../../repositories/repositories.ts';
import { imageOf, layerPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { dropOldSessions } from '../uploads/sessions.ts';
import { removeUntagged } from './removeUntagged.ts';
import { untaggedImages } from './UntaggedImage.ts';

/** Maximum rows per statement, so that none takes long. */
const batchSize = 1000;

interface Row extends Record<string, unknown>, Named {
  digest: string;
  size: number;
  touched: string;
}

/**
 * Deletes layers and configurations that no manifest of their image requires, and with `untagged`
 * also manifests that no tag, index, or other manifest refers to. Content that a client uploaded or
 * requested within the grace period is kept, because a push can take long.
 */
export async function* collectImages(options: CollectOptions): AsyncGenerator<Leftover> {
  if (options.remove) await dropOldSessions();
  if (options.untagged) yield* untaggedManifests(options);
  yield* unneededLayers(options);
  if (options.remove) await dropEmptyImages(options);
}

async function* unneededLayers({
  graceSeconds,
  remove,
  repo: only,
}: CollectOptions): AsyncGenerator<Leftover> {
  let after = { touched: '-infinity', repo: '', image: '', digest: '' };
  for (;;) {
    const { rows } = await db().execute<Row & { needed: boolean }>(sql`
      WITH old AS MATERIALIZED (
        SELECT * FROM docker_blobs
        WHERE touched < now() - make_interval(secs => ${graceSeconds})
          AND (touched, repo, image, digest) > (${after.touched}::timestamptz, ${after.repo}, ${after.image}, ${after.digest})
          ${only === undefined ? sql`` : sql`AND repo = ${only}`}
        ORDER BY touched, repo, image, digest LIMIT ${batchSize}
      )
      SELECT d.repo, d.image, d.digest, d.touched::text, b.size::float8 AS size, EXISTS (SELECT FROM docker_references r
        WHERE r.repo = d.repo AND r.image = d.image AND r.needs = d.digest) AS needed
      FROM old d JOIN blobs b ON b.sha256 = d.sha256 ORDER BY d.touched, d.repo, d.image, d.digest`);
    for (const row of rows) {
      if (row.needed || (remove && !(await removeLayer(row, graceSeconds)))) continue;
      const { repo, image, digest, size } = row;
      yield { repo, path: layerPath(image, digest), size, why: 'no manifest refers to it' };
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last;
  }
}

/**
 * Returns whether the layer was deleted. A concurrent push that refers to it has touched it, or
 * waits and then gets an error.
 */
async function removeLayer({ repo, image, digest }: Row, graceSeconds: number): Promise<boolean> {
  return transaction(async () => {
    // A release bundle requires it.
    if ((await useOf(repo, layerPath(image, digest))) !== undefined) return false;
    const held = await db().execute(sql`
      SELECT FROM docker_blobs WHERE repo = ${repo} AND image = ${image} AND digest = ${digest}
        AND touched < now() - make_interval(secs => ${graceSeconds}) FOR UPDATE`);
    if (!held.rowCount) return false;
    // Checked after the row is locked, so that earlier references are visible.
    const { rowCount } = await db().execute(sql`
      DELETE FROM docker_blobs d WHERE d.repo = ${repo} AND d.image = ${image} AND d.digest = ${digest}
        AND NOT EXISTS (SELECT FROM docker_references r
          WHERE r.repo = d.repo AND r.image = d.image AND r.needs = d.digest)`);
    if (!rowCount) return false;
    await removeFile(repo, layerPath(image, digest));
    return true;
  });
}

async function* untaggedManifests({
  graceSeconds,
  remove,
  repo: only,
  kept: keptContents = async () => new Set(),
}: CollectOptions): AsyncGenerator<Leftover> {
  const pushedBefore = Date.now() - graceSeconds * 1000;
  for await (const untagged of untaggedImages(only)) {
    const { repo } = untagged.named;
    if ((await findRepository(repo))?.options.readOnly === true) continue;
    const kept = new Set<string>();
    const built = await keptContents(untagged.manifests.map(({ digest }) => sha256Of(digest)));
    // A release bundle may require it.
    for (const { path, digest, changed } of untagged.manifests)
      if (changed >= pushedBefore || built.has(sha256Of(digest)) || (await useOf(repo, path)) !== undefined)
        kept.add(path);
    const sizes = new Map(untagged.manifests.map(({ path, size }) => [path, size]));
    const deleted = untagged.deletedPaths(kept);
    for (const path of deleted.keys()) {
      // A tag or an index that refers to it may have been pushed concurrently.
      if (remove && (await removeUntagged(repo, path, pushedBefore)) !== undefined) continue;
      yield { repo, path, size: sizes.get(path) ?? 0, why: 'no tag refers to it' };
    }
    // Otherwise, the search for unneeded layers finds them.
    if (!remove) yield* layersOf(untagged.named, [...deleted.values()].flat(), graceSeconds);
  }
}

const sha256Of = (digest: string) => digest.replace(/^sha256:/, '');

/** The layers among the paths that could be deleted if no manifest required them. */
async function* layersOf(
  { repo, image }: Named,
  paths: readonly string[],
  graceSeconds: number,
): AsyncGenerator<Leftover> {
  const { rows } = await db().execute<Row>(sql`
    SELECT d.digest, b.size::float8 AS size FROM docker_blobs d JOIN blobs b ON b.sha256 = d.sha256
    WHERE d.repo = ${repo} AND d.image = ${image} AND d.touched < now() - make_interval(secs => ${graceSeconds})
      AND d.digest = ANY(${sql.param(paths.map((path) => imageOf(path)?.digest ?? ''))}::text[])
    ORDER BY d.digest`);
  for (const { digest, size } of rows) {
    const path = layerPath(image, digest);
    if ((await useOf(repo, path)) === undefined)
      yield { repo, path, size, why: 'only images without a tag refer to it' };
  }
}

async function dropEmptyImages({ graceSeconds }: CollectOptions): Promise<void> {
  await db().execute(sql`
    DELETE FROM docker_images i WHERE i.created < now() - make_interval(secs => ${graceSeconds})
      AND NOT EXISTS (SELECT FROM docker_blobs b WHERE b.repo = i.repo AND b.image = i.image)
      AND NOT EXISTS (SELECT FROM docker_manifests m WHERE m.repo = i.repo AND m.image = i.image)`);
}
