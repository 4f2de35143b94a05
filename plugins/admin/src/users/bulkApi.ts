import type { Http } from '@lading/contract';
import type { BulkChange, BulkResult, UserImport, UserImportResult } from '@lading/contract/rest';

const CALL = '/access/api/v2/users';

/** 409 where no administrator would be left. */
export function changeUsers(http: Http, body: BulkChange): Promise<BulkResult> {
  return http.json(`${CALL}/bulk`, { method: 'POST', body, timeout: 120_000 });
}

/** 400 for a text without the column `username` or with unknown columns. */
export function importUsers(http: Http, body: UserImport): Promise<UserImportResult> {
  return http.json(`${CALL}/import`, { method: 'POST', body, timeout: 300_000 });
}
