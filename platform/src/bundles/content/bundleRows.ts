import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { StoredSignature } from '../signing/verify.ts';
import type { BundleContent, HeldArtifact } from './BundleContent.ts';

/** A bundle version without its artifacts. */
export interface BundleVersion {
  id: string;
  name: string;
  version: string;
  created: Date;
  createdBy: string;
  sources: string[];
  artifacts: number;
  bytes: number;
  /** Environments that it was promoted to, the latest last. */
  environments: string[];
  openPgpKey: string | null;
}

interface RawVersion extends Record<string, unknown>, Omit<BundleVersion, 'created'> {
  created: number;
}

const versionColumns = sql`b.id::text, b.name, b.version, b.created_by AS "createdBy", b.sources, b.artifacts, b.bytes::float8 AS bytes, b.openpgp_key AS "openPgpKey",
  (extract(epoch FROM b.created) * 1000)::float8 AS created,
  ARRAY(SELECT p.environment FROM release_bundle_promotions p WHERE p.bundle_id = b.id AND p.status = 'COMPLETED'
    GROUP BY p.environment ORDER BY max(p.id)) AS environments`;

export async function selectVersions(rest: SQL): Promise<BundleVersion[]> {
  const { rows } = await db().execute<RawVersion>(
    sql`SELECT ${versionColumns} FROM release_bundles b ${rest}`,
  );
  return rows.map((row) => ({ ...row, created: new Date(row.created) }));
}

export async function findVersion(name: string, version: string): Promise<BundleVersion | undefined> {
  return (await selectVersions(sql`WHERE b.name = ${name} AND b.version = ${version}`))[0];
}

/** Throws `HttpError` 404. */
export async function requireVersion(name: string, version: string): Promise<BundleVersion> {
  const found = await findVersion(name, version);
  if (!found) throw unknownBundle(name, version);
  return found;
}

export function unknownBundle(name: string, version?: string): HttpError {
  const which = version === undefined ? name : `${name} ${version}`;
  return new HttpError(
    404,
    'RELEASE_BUNDLE_NOT_FOUND',
    `Release bundle "${which.slice(0, 200)}" not found. GET /lifecycle/api/v2/release_bundle/names lists the bundles that you can read`,
  );
}

interface RawArtifact extends Record<string, unknown>, Omit<HeldArtifact, 'packageName' | 'packageVersion'> {
  packageName: string | null;
  packageVersion: string | null;
}

export const artifactColumns = sql`a.repo, a.path, a.sha256, a.size::float8 AS size, a.package_type AS "packageType",
  a.package_name AS "packageName", a.package_version AS "packageVersion", a.properties, a.state`;

export function artifactOf({ packageName, packageVersion, ...row }: RawArtifact): HeldArtifact {
  const { repo, path, sha256, size, packageType, properties, state } = row;
  return {
    ...{ repo, path, sha256, size, packageType, properties },
    ...(packageName === null ? {} : { packageName }),
    ...(packageVersion === null ? {} : { packageVersion }),
    ...(state === null ? {} : { state }),
  };
}

/** Returns the artifacts, by repository and path. */
export async function artifactsOf(bundleId: string, rest: SQL = sql``): Promise<HeldArtifact[]> {
  const { rows } = await db().execute<RawArtifact>(sql`
    SELECT ${artifactColumns} FROM release_bundle_artifacts a WHERE a.bundle_id = ${bundleId}::bigint ${rest}`);
  return rows.map(artifactOf);
}

export async function contentOf(bundle: BundleVersion): Promise<BundleContent> {
  const { id, name, version, created, createdBy, sources, openPgpKey } = bundle;
  const artifacts = await artifactsOf(id, sql`ORDER BY a.repo, a.path`);
  const signed = openPgpKey === null ? {} : { openPgpKey };
  return { name, version, created, createdBy, sources, artifacts, ...signed };
}

export async function signatureOf(bundleId: string): Promise<StoredSignature | undefined> {
  const { rows } = await db().execute<StoredSignature & Record<string, unknown>>(sql`
    SELECT key_id AS "keyId", envelope, openpgp AS "openPgp" FROM release_bundle_signatures WHERE bundle_id = ${bundleId}::bigint`);
  return rows[0];
}
