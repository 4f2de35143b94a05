import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { formatOf } from '../../pipeline/Format.ts';
import { filesOf } from './artifactFiles.ts';
import type { HeldArtifact, WantedFile } from './BundleContent.ts';
import { artifactColumns, artifactOf } from './bundleRows.ts';
import { describeVersions, isRepublished } from './describeVersions.ts';
import { holdFiles } from './holdFiles.ts';

type Held = Pick<HeldArtifact, 'repo' | 'path' | 'packageType'>;

interface Described<T> {
  /** Content that the versions need, such as the layers of images, once each. */
  parts: { file: WantedFile; neededBy: T }[];
  states: { repo: string; path: string; state: unknown }[];
}

/** Asks the formats that do not accept individual files for what their versions need. */
export async function describeHeld<T extends Held>(held: readonly T[]): Promise<Described<T>> {
  const parts = new Map<string, Described<T>['parts'][number]>();
  const states: Described<T>['states'] = [];
  for (const type of new Set(held.map(({ packageType }) => packageType))) {
    const format = formatOf(type);
    if (!format || !isRepublished(format)) continue;
    const own = held.filter(({ packageType }) => packageType === type);
    const files = await filesOf(own);
    const described = await describeVersions(format, [...files.values()]);
    for (const neededBy of own) {
      const { repo, path } = neededBy;
      const file = files.get(keyOf(neededBy));
      const description = file && described.get(file);
      if (description?.state) states.push({ repo, path, state: description.state });
      for (const { path: other, sha256 } of description?.needs ?? []) {
        const part = { repo, path: other, sha256 };
        if (!parts.has(keyOf(part))) parts.set(keyOf(part), { file: part, neededBy });
      }
    }
  }
  return { parts: [...parts.values()], states };
}

/** Returns the parts that are not among the artifacts. */
export function absentParts<T extends Held>(
  { parts }: Described<T>,
  held: readonly Pick<T, 'repo' | 'path'>[],
): WantedFile[] {
  const known = new Set(held.map(keyOf));
  return parts.map(({ file }) => file).filter((file) => !known.has(keyOf(file)));
}

/**
 * Adds the content that held versions need, and what their format needs in order to publish them
 * again, in the current transaction. Returns all artifacts of the bundle.
 */
export async function holdVersions(bundleId: string, held: readonly HeldArtifact[]): Promise<HeldArtifact[]> {
  const described = await describeHeld(held);
  const absent = absentParts(described, held);
  const added = absent.length > 0 ? await holdFiles(bundleId, absent) : [];
  const counted = await countTo(bundleId, described.parts);
  const changed = await keepStates(bundleId, described.states);
  const all = [...held, ...added, ...counted, ...changed];
  return [...new Map(all.map((artifact) => [keyOf(artifact), artifact])).values()];
}

/** Counts parts to a version of the bundle: versions that are not in it can share them. */
async function countTo(bundleId: string, parts: Described<HeldArtifact>['parts']): Promise<HeldArtifact[]> {
  const given = parts.map(({ file: { repo, path }, neededBy: { packageName, packageVersion } }) => ({
    ...{ repo, path, name: packageName, version: packageVersion },
  }));
  return change(bundleId, given, sql`package_name = g.name, package_version = g.version`);
}

/** Reads the states back, because the signature covers them as the database has them. */
async function keepStates(bundleId: string, states: Described<Held>['states']): Promise<HeldArtifact[]> {
  return change(bundleId, states, sql`state = g.state`);
}

async function change(
  bundleId: string,
  given: readonly Pick<Held, 'repo' | 'path'>[],
  set: SQL,
): Promise<HeldArtifact[]> {
  if (given.length === 0) return [];
  const { rows } = await db().execute<Parameters<typeof artifactOf>[0]>(sql`
    UPDATE release_bundle_artifacts a SET ${set}
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g (repo text, path text, state jsonb, name text, version text)
    WHERE a.bundle_id = ${bundleId}::bigint AND a.repo = g.repo AND a.path = g.path RETURNING ${artifactColumns}`);
  return rows.map(artifactOf);
}

const keyOf = ({ repo, path }: { repo: string; path: string }) => `${repo}/${path}`;
