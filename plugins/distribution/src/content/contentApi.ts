import type { Http } from '@lading/contract';
import type { BundleFindings, BundlePackages } from '@lading/contract/rest';
import type { SbomFormat } from '@lading/ui/display';
import { versionCall } from '../bundlesApi.ts';

/** Rows per page. */
const PAGE = 100;

interface BundleKey {
  readonly name: string;
  readonly version: string;
}

/** Throws `HttpFailure`, as does the function below. */
export function fetchPackages(
  http: Http,
  { name, version }: BundleKey,
  { search, offset }: { search: string; offset: number },
  signal: AbortSignal,
): Promise<BundlePackages> {
  const query = { search: search || undefined, offset, limit: PAGE };
  return http.json(`${versionCall(name, version)}/packages`, { query, signal });
}

export function fetchFindings(
  http: Http,
  { name, version }: BundleKey,
  signal: AbortSignal,
): Promise<BundleFindings> {
  return http.json(`${versionCall(name, version)}/findings`, { signal });
}

/** Returns the URL where a browser downloads the SBOM. */
export function sbomUrl({ name, version }: BundleKey, format: SbomFormat): string {
  return `${versionCall(name, version)}/sbom?format=${format}`;
}
