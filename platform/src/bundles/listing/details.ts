import type { BundleArtifacts, BundleDetails, BundlePromotion } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { allowsBundle } from '../../access/bundles.ts';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';
import type { Seal } from '../../secrets/Seal.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import { artifactsOf, type BundleVersion } from '../content/bundleRows.ts';
import { examine } from '../content/verified.ts';
import { promotionsOf } from '../promotion/promotionRows.ts';
import { artifactRecord } from '../wire.ts';
import { type PageQuery, rowOf } from './pages.ts';

export async function bundleDetails(
  caller: Caller,
  seal: Seal,
  bundle: BundleVersion,
): Promise<BundleDetails> {
  const { name, sources } = bundle;
  const { content, verdict } = await examine(seal, bundle);
  const promotions = await promotionsOf(sql`p.bundle_id = ${bundle.id}::bigint`);
  return {
    ...rowOf(bundle),
    sources,
    repositories: repositoriesOf(content.artifacts),
    signature: {
      ...{ valid: verdict.problem === '', problem: verdict.problem },
      ...{ keyName: verdict.keyName, keyId: verdict.keyId, openPgpKey: bundle.openPgpKey },
    },
    promotions: promotions.map(
      ({ environment, status, created, createdBy, repositories, artifacts, message }): BundlePromotion => ({
        ...{ environment, status, created: created.toISOString(), createdMillis: created.getTime() },
        ...{ createdBy, repositories, artifacts, message },
      }),
    ),
    mayPromote: await allowsBundle(caller, 'deploy', name),
    mayDelete: await allowsBundle(caller, 'delete', name),
  };
}

function repositoriesOf(artifacts: readonly HeldArtifact[]): BundleDetails['repositories'] {
  const sums = new Map<string, BundleDetails['repositories'][number]>();
  for (const { repo, packageType, size } of artifacts) {
    const sum = sums.get(repo) ?? { key: repo, packageType, artifacts: 0, bytes: 0 };
    sums.set(repo, { ...sum, artifacts: sum.artifacts + 1, bytes: sum.bytes + size });
  }
  return [...sums.values()];
}

/**
 * Returns a page of artifacts by repository and path; `search`: words in them, case-insensitive.
 */
export async function artifactPage(
  { id }: BundleVersion,
  { offset, limit, search }: PageQuery & { search: string },
): Promise<BundleArtifacts> {
  const words = search.split(/\s+/).filter(Boolean);
  const conditions = words.map(
    (word) => sql`AND position(${word.toLowerCase()} IN lower(a.repo || '/' || a.path)) > 0`,
  );
  const found = sql.join(conditions, sql` `);
  const { rows } = await db().execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM release_bundle_artifacts a WHERE a.bundle_id = ${id}::bigint ${found}`);
  const page = sql`${found} ORDER BY a.repo, a.path LIMIT ${limit} OFFSET ${offset}`;
  return { artifacts: (await artifactsOf(id, page)).map(artifactRecord), total: rows[0]?.total ?? 0 };
}
