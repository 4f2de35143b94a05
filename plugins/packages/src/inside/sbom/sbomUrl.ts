import type { SbomFormat } from '@lading/ui/display';

/** Where a browser downloads the SBOM of a version. */
export function sbomUrl(packageId: string, version: string, repo: string, format: SbomFormat): string {
  return `/ui/api/v1/ui/sbom/version?${new URLSearchParams({ packageId, version, repo, format })}`;
}
