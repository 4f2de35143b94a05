import type { Http } from '@lading/contract';
import type { LicenseAnswer, NewLicense } from '@lading/contract/rest';

const INSTALLED = '/artifactory/api/system/licenses';

/** Throws `HttpFailure`, as all of these do. */
export function fetchLicence(http: Http, signal: AbortSignal): Promise<LicenseAnswer> {
  return http.json<LicenseAnswer>('/artifactory/api/system/license', { signal });
}

/** 400 for an end that is no date. */
export function installLicence(http: Http, licence: NewLicense): Promise<LicenseAnswer> {
  return http.json<LicenseAnswer>(INSTALLED, { method: 'POST', body: licence });
}

export function removeLicence(http: Http): Promise<LicenseAnswer> {
  return http.json<LicenseAnswer>(INSTALLED, { method: 'DELETE' });
}
