export type SbomFormat = 'cyclonedx' | 'spdx';

/** The formats as their specifications write them. */
export const SBOM_FORMATS: readonly { format: SbomFormat; name: string }[] = [
  { format: 'cyclonedx', name: 'CycloneDX 1.6' },
  { format: 'spdx', name: 'SPDX 2.3' },
];

/** Where a browser downloads the SBOM of a version. */
export function sbomUrl(packageId: string, version: string, repo: string, format: SbomFormat): string {
  return `/ui/api/v1/ui/sbom/version?${new URLSearchParams({ packageId, version, repo, format })}`;
}
