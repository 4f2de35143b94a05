import type { Http } from '@lading/contract';
import type { BaseUrl, Footer, FooterChange, Maintenance } from '@lading/contract/rest';

const CALL = '/ui/api/v1/system/auth/screen/footer';
const BASE_URL = '/ui/api/v1/system/base-url';
const MAINTENANCE = '/ui/api/v1/system/maintenance';

export interface GeneralSettings {
  readonly baseUrl: BaseUrl;
  readonly footer: Footer;
  readonly maintenance: Maintenance;
}

/** Like all functions here, throws `HttpFailure`. */
export async function fetchGeneral(http: Http, signal: AbortSignal): Promise<GeneralSettings> {
  const [footer, baseUrl, maintenance] = await Promise.all([
    http.json<Footer>(CALL, { signal }),
    http.json<BaseUrl>(BASE_URL, { signal }),
    http.json<Maintenance>(MAINTENANCE, { signal }),
  ]);
  return { footer, baseUrl, maintenance };
}

/** Fails with 400 for a logo on another host. */
export function changeGeneral(http: Http, change: FooterChange): Promise<Footer> {
  return http.json<Footer>(CALL, { method: 'PUT', body: change });
}

/** Throws `HttpFailure`. */
export function changeMaintenance(http: Http, mode: Maintenance): Promise<Maintenance> {
  return http.json<Maintenance>(MAINTENANCE, { method: 'PUT', body: mode });
}

/** Fails with 409 if a setting of the server specifies the URL. */
export function changeBaseUrl(http: Http, url: string): Promise<BaseUrl> {
  return http.json<BaseUrl>(BASE_URL, { method: 'PUT', body: { url } });
}
