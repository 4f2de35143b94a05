import type { BundleArtifact, BundleRecord } from '@lading/contract/rest';
import type { BundleContent, HeldArtifact } from './content/BundleContent.ts';
import type { Verdict } from './signing/verify.ts';

/**
 * The repository key of release bundles in the API. Bundles belong to no other repository and no
 * project.
 */
export const BUNDLE_REPOSITORY = 'release-bundles-v2';
export const DEFAULT_PROJECT = { project_key: 'default', project_name: 'Default' } as const;

export function recordOf(content: BundleContent, { keyId }: Verdict, serviceId: string): BundleRecord {
  const { name, version, created, createdBy, artifacts } = content;
  return {
    ...{ service_id: serviceId, schema_version: '1.0.0' },
    ...{ created_by: createdBy, created: created.toISOString(), created_millis: created.getTime() },
    ...{ release_bundle_name: name, release_bundle_version: version, signing_key_id: keyId },
    total_artifacts_count: artifacts.length,
    total_artifacts_size: artifacts.reduce((sum, { size }) => sum + size, 0),
    artifacts: artifacts.map(artifactRecord),
  };
}

export function artifactRecord(artifact: HeldArtifact): BundleArtifact {
  const { repo, path, sha256, size, packageType, packageName, packageVersion, properties } = artifact;
  return {
    ...{ path, checksum: sha256, source_repository_key: repo, package_type: packageType },
    ...(packageName === undefined ? {} : { package_name: packageName }),
    ...(packageVersion === undefined ? {} : { package_version: packageVersion }),
    size,
    properties: Object.entries(properties).flatMap(([key, values]) =>
      values.map((value) => ({ key, value })),
    ),
  };
}
