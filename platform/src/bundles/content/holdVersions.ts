import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { formatOf } from '../../pipeline/Format.ts';
import { filesOf } from './artifactFiles.ts';
import type { HeldArtifact, WantedFile } from './BundleContent.ts';
import { artifactColumns, artifactOf } from './bundleRows.ts';
import { describeVersions, isRepublished } from './describeVersions.ts';
import { holdFiles } from './holdFiles.ts';

interface Described {
  /** Content that the versions need and that is not among the artifacts. */
  needed: WantedFile[];
  states: { repo: string; path: string; state: unknown }[];
}

/** Asks the formats that do not accept individual files for what their versions need. */
export async function describeHeld(
  held: readonly Pick<HeldArtifact, 'repo' | 'path' | 'packageType'>[],
): Promise<Described> {
  const known = new Set(held.map(({ repo, path }) => `${repo}/${path}`));
  const needed = new Map<string, WantedFile>();
  const states: Described['states'] = [];
  for (const type of new Set(held.map(({ packageType }) => packageType))) {
    const format = formatOf(type);
    if (!format || !isRepublished(format)) continue;
    const files = await filesOf(held.filter(({ packageType }) => packageType === type));
    for (const [{ repo, path }, description] of await describeVersions(format, [...files.values()])) {
      if (description?.state) states.push({ repo, path, state: description.state });
      for (const { path: other, sha256 } of description?.needs ?? []) {
        const key = `${repo}/${other}`;
        if (!known.has(key)) needed.set(key, { repo, path: other, sha256 });
      }
    }
  }
  return { needed: [...needed.values()], states };
}

/**
 * Adds the content that held versions need, such as the layers of images, and what their format
 * needs in order to publish them again, in the current transaction. Returns all artifacts of the
 * bundle.
 */
export async function holdVersions(bundleId: string, held: readonly HeldArtifact[]): Promise<HeldArtifact[]> {
  const { needed, states } = await describeHeld(held);
  const added = needed.length > 0 ? await holdFiles(bundleId, needed) : [];
  const changed = states.length > 0 ? await keepStates(bundleId, states) : [];
  const all = [...held, ...added, ...changed];
  return [...new Map(all.map((artifact) => [`${artifact.repo}/${artifact.path}`, artifact])).values()];
}

/** Reads the states back, because the signature covers them as the database has them. */
async function keepStates(bundleId: string, states: Described['states']): Promise<HeldArtifact[]> {
  const { rows } = await db().execute<Parameters<typeof artifactOf>[0]>(sql`
    UPDATE release_bundle_artifacts a SET state = g.state
    FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb) AS g (repo text, path text, state jsonb)
    WHERE a.bundle_id = ${bundleId}::bigint AND a.repo = g.repo AND a.path = g.path RETURNING ${artifactColumns}`);
  return rows.map(artifactOf);
}
