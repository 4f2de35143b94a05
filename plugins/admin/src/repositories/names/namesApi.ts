import type { Http } from '@lading/contract';
import type { NameRuleAnswer, ReservationChange, ReservationPage } from '@lading/contract/rest';

const call = (key: string) => `/artifactory/api/repositories/${encodeURIComponent(key)}/reservations`;

/** Returns the reservations by prefix. Like all functions here, throws `HttpFailure`. */
export function fetchReservations(
  http: Http,
  key: string,
  after: string | undefined,
): Promise<ReservationPage> {
  return http.json<ReservationPage>(call(key), { query: { after } });
}

export function fetchRule(http: Http, key: string, name: string): Promise<NameRuleAnswer> {
  return http.json<NameRuleAnswer>(`${call(key)}/rule`, { query: { name } });
}

export function changeReservation(http: Http, key: string, change: ReservationChange): Promise<void> {
  return http.json<void>(call(key), { method: 'PUT', body: change });
}
