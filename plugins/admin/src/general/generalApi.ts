import type { Http } from '@lading/contract';
import type { Footer, FooterChange, Maintenance } from '@lading/contract/rest';

const CALL = '/ui/api/v1/system/auth/screen/footer';
const MAINTENANCE = '/ui/api/v1/system/maintenance';

export interface GeneralSettings {
  readonly footer: Footer;
  readonly maintenance: Maintenance;
}

/** Throws `HttpFailure`, as the other does. */
export async function fetchGeneral(http: Http, signal: AbortSignal): Promise<GeneralSettings> {
  const [footer, maintenance] = await Promise.all([
    http.json<Footer>(CALL, { signal }),
    http.json<Maintenance>(MAINTENANCE, { signal }),
  ]);
  return { footer, maintenance };
}

/** 400 for a logo that is elsewhere. */
export function changeGeneral(http: Http, change: FooterChange): Promise<Footer> {
  return http.json<Footer>(CALL, { method: 'PUT', body: change });
}

/** Throws `HttpFailure`. */
export function changeMaintenance(http: Http, mode: Maintenance): Promise<Maintenance> {
  return http.json<Maintenance>(MAINTENANCE, { method: 'PUT', body: mode });
}
