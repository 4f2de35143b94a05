import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { withLongTimeout } from '../../../files/tree/subtree.ts';
import type { UntaggedPackage } from '../../../pipeline/Format.ts';
import { layerPath, manifestPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';

interface Manifest extends Record<string, unknown> {
  digest: string;
  subject: string | null;
  size: number;
  /** Milliseconds since 1970. */
  changed: number;
}

interface Reference extends Record<string, unknown> {
  digest: string;
  needs: string;
  /** Manifests of the image that need the same. */
  total: number;
}

/**
 * The manifests of an image that can be deleted: no tag refers to them, no index that is kept
 * contains them, and they are no signature of a manifest that is kept.
 */
export class UntaggedImage implements UntaggedPackage {
  readonly named: Named;
  readonly manifests: readonly { path: string; digest: string; size: number; changed: number }[];
  readonly #known: ReadonlyMap<string, Manifest>;
  readonly #needs = new Map<string, string[]>();
  readonly #referrers = new Map<string, string[]>();
  readonly #totals = new Map<string, number>();

  constructor(named: Named, manifests: readonly Manifest[], references: readonly Reference[]) {
    this.named = named;
    this.manifests = manifests.map(({ digest, size, changed }) => ({
      ...{ path: manifestPath(named.image, digest), digest, size, changed },
    }));
    this.#known = new Map(manifests.map((each) => [each.digest, each]));
    for (const { digest, subject } of manifests) if (subject !== null) add(this.#referrers, subject, digest);
    for (const { digest, needs, total } of references) {
      add(this.#needs, digest, needs);
      this.#totals.set(needs, total);
    }
  }

  deletedPaths(keptPaths: ReadonlySet<string>): Map<string, string[]> {
    const { image } = this.named;
    const waits = this.#waits(this.#keptWith(keptPaths));
    const ready = [...waits].filter(([, count]) => count === 0).map(([digest]) => digest);
    const totals = new Map(this.#totals);
    const deleted = new Map<string, string[]>();
    // The list grows while it is read: a manifest is ready once all that refer to it are deleted.
    for (const digest of ready) {
      const paths = [manifestPath(image, digest)];
      deleted.set(manifestPath(image, digest), paths);
      for (const need of this.#needs.get(digest) ?? []) {
        const left = (totals.get(need) ?? 0) - 1;
        totals.set(need, left);
        if (left === 0) paths.push(layerPath(image, need));
      }
      for (const next of this.#dependents(digest)) {
        const count = waits.get(next);
        if (count === undefined) continue;
        waits.set(next, count - 1);
        if (count === 1) ready.push(next);
      }
    }
    return deleted;
  }

  /** How many deletions each manifest that is not kept waits for. */
  #waits(kept: ReadonlySet<string>): Map<string, number> {
    const gone = [...this.#known.keys()].filter((digest) => !kept.has(digest));
    const waits = new Map(gone.map((digest) => [digest, 0]));
    for (const digest of gone)
      for (const next of this.#dependents(digest)) {
        const count = waits.get(next);
        if (count !== undefined) waits.set(next, count + 1);
      }
    return waits;
  }

  /** Adds what kept manifests require, and their signatures. */
  #keptWith(paths: ReadonlySet<string>): Set<string> {
    const kept = new Set(this.manifests.filter(({ path }) => paths.has(path)).map(({ digest }) => digest));
    for (const digest of kept)
      for (const next of this.#dependents(digest)) if (this.#known.has(next)) kept.add(next);
    return kept;
  }

  #dependents(digest: string): string[] {
    return [...(this.#needs.get(digest) ?? []), ...(this.#referrers.get(digest) ?? [])];
  }
}

function add(to: Map<string, string[]>, key: string, value: string): void {
  const known = to.get(key);
  if (known) known.push(value);
  else to.set(key, [value]);
}

const imagesAtOnce = 500;

/** Yields the images that have untagged manifests, of all repositories or one. */
export async function* untaggedImages(only?: string): AsyncGenerator<UntaggedImage> {
  let after = { repo: '', image: '' };
  for (;;) {
    const { rows } = await db().execute<Named & Record<string, unknown>>(sql`
      SELECT i.repo, i.image FROM docker_images i WHERE (i.repo, i.image) > (${after.repo}, ${after.image})
        ${only === undefined ? sql`` : sql`AND i.repo = ${only}`}
        AND EXISTS (SELECT FROM docker_manifests m WHERE m.repo = i.repo AND m.image = i.image AND NOT EXISTS (
          SELECT FROM docker_tags t WHERE t.repo = m.repo AND t.image = m.image AND t.digest = m.digest))
      ORDER BY i.repo, i.image LIMIT ${imagesAtOnce}`);
    for (const { repo, image } of rows) yield await withLongTimeout(() => readUntagged({ repo, image }));
    const last = rows.at(-1);
    if (!last || rows.length < imagesAtOnce) return;
    after = last;
  }
}

async function readUntagged({ repo, image }: Named): Promise<UntaggedImage> {
  const manifests = await db().execute<Manifest>(sql`
    WITH RECURSIVE kept AS (
      SELECT digest FROM docker_tags WHERE repo = ${repo} AND image = ${image}
      UNION SELECT e.digest FROM kept k CROSS JOIN LATERAL (
        SELECT c.digest FROM docker_references r
        JOIN docker_manifests c ON c.repo = r.repo AND c.image = r.image AND c.digest = r.needs
        WHERE r.repo = ${repo} AND r.image = ${image} AND r.digest = k.digest
        UNION ALL SELECT s.digest FROM docker_manifests s
        WHERE s.repo = ${repo} AND s.image = ${image} AND s.subject = k.digest) e
    )
    SELECT m.digest, m.subject, m.size::float8 AS size, (extract(epoch FROM m.pushed) * 1000)::float8 AS changed
    FROM docker_manifests m WHERE m.repo = ${repo} AND m.image = ${image}
      AND NOT EXISTS (SELECT FROM kept k WHERE k.digest = m.digest)
    ORDER BY m.pushed, m.digest`);
  const digests = manifests.rows.map(({ digest }) => digest);
  const references = await db().execute<Reference>(sql`
    WITH own AS MATERIALIZED (
      SELECT digest, needs FROM docker_references
      WHERE repo = ${repo} AND image = ${image} AND digest = ANY(${sql.param(digests)}::text[])
    ), totals AS (
      SELECT r.needs, count(*)::float8 AS total FROM docker_references r
      WHERE r.repo = ${repo} AND r.image = ${image} AND r.needs IN (SELECT needs FROM own) GROUP BY r.needs
    )
    SELECT own.digest, own.needs, totals.total FROM own JOIN totals ON totals.needs = own.needs`);
  return new UntaggedImage({ repo, image }, manifests.rows, references.rows);
}
