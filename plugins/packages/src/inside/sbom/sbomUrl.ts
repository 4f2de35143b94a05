import type { SbomFormat } from '@lading/ui/display';

/** Returns the URL of the SBOM of a version for the browser. */
export function sbomUrl(packageId: string, version: string, repo: string, format: SbomFormat): string {
  return `/ui/api/v1/ui/sbom/version?${new URLSearchParams({ packageId, version, repo, format })}`;
}
