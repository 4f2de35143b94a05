import type { Http } from '@lading/contract';
import type { LicenseAnswer, NewLicense } from '@lading/contract/rest';

const INSTALLED = '/artifactory/api/system/licenses';

/** Like all functions here, throws `HttpFailure`. */
export function fetchLicense(http: Http, signal: AbortSignal): Promise<LicenseAnswer> {
  return http.json<LicenseAnswer>('/artifactory/api/system/license', { signal });
}

/** Fails with 400 for an invalid end date. */
export function installLicense(http: Http, license: NewLicense): Promise<LicenseAnswer> {
  return http.json<LicenseAnswer>(INSTALLED, { method: 'POST', body: license });
}

export function removeLicense(http: Http): Promise<LicenseAnswer> {
  return http.json<LicenseAnswer>(INSTALLED, { method: 'DELETE' });
}
