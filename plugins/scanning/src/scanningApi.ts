import type { Http } from '@lading/contract';
import type {
  AdvisoryImportState,
  AdvisoryPage,
  ComponentDetails,
  ScanPolicy,
  ViolationsAnswer,
  ViolationsRequest,
} from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

const V1 = '/xray/api/v1';
export const IMPORTS = `${V1}/advisories/imports`;

export interface AdvisoryFilter {
  readonly query: string;
  readonly severity: string;
  readonly ecosystem: string;
}

/** Newest first; `after` is `next` of the previous page. Throws `HttpFailure`. */
export function fetchAdvisories(
  http: Http,
  { query, severity, ecosystem }: AdvisoryFilter,
  after?: string,
  signal?: AbortSignal,
): Promise<AdvisoryPage> {
  const asked = {
    ...{ query: query || undefined, severity: severity || undefined, ecosystem: ecosystem || undefined },
    ...{ after, limit: 50 },
  };
  return http.json(`${V1}/advisories`, { query: asked, ...(signal ? { signal } : {}) });
}

/** Throws `HttpFailure`. */
export async function removeAdvisory(http: Http, id: string): Promise<void> {
  await http.json(`${V1}/advisories/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Fetches the recent imports, newest first. Throws `HttpFailure`. */
export async function fetchImports(http: Http, signal?: AbortSignal): Promise<AdvisoryImportState[]> {
  const { imports } = await http.json<{ imports: AdvisoryImportState[] }>(IMPORTS, signal ? { signal } : {});
  return imports;
}

/** Throws `HttpFailure`. */
export function fetchPolicy(http: Http, signal: AbortSignal): Promise<Versioned<ScanPolicy>> {
  return fetchVersioned(http, `${V1}/policy`, { signal });
}

/**
 * Throws `HttpFailure`; status 400 names the invalid property, 412: the policy has changed since
 * that version.
 */
export function savePolicy(
  http: Http,
  policy: ScanPolicy,
  version: string | undefined,
): Promise<Versioned<ScanPolicy>> {
  return fetchVersioned(http, `${V1}/policy`, { method: 'PUT', body: policy, ...basedOn(version) });
}

/** Throws `HttpFailure`. */
export function fetchViolations(
  http: Http,
  asked: ViolationsRequest,
  signal: AbortSignal,
): Promise<ViolationsAnswer> {
  return http.json(`${V1}/violations`, { method: 'POST', body: asked, signal });
}

/** Throws `HttpFailure`, with status 403 without a license. */
export function fetchIssues(
  http: Http,
  packageId: string,
  version: string,
  signal: AbortSignal,
): Promise<ComponentDetails> {
  const body = { package_id: packageId, version };
  return http.json('/xray/ui/component/details/general', { method: 'POST', body, signal });
}
