import type { Http } from '@lading/contract';
import type { RevokedTokens, TokenList, TokenSummary } from '@lading/contract/rest';

const CALL = '/access/api/v1/tokens';
/** The server accepts this many at a time. */
const AT_ONCE = 1000;

/** Of all users, with expired ones that can be refreshed. */
export async function fetchTokens(http: Http, signal: AbortSignal): Promise<readonly TokenSummary[]> {
  return (await http.json<TokenList>(CALL, { query: { refreshable: true }, signal })).tokens;
}

/** Returns how many existed. */
export async function revokeTokens(http: Http, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const body = { token_ids: ids.slice(at, at + AT_ONCE) };
    const { revoked } = await http.json<RevokedTokens>(`${CALL}/revoke`, { method: 'POST', body });
    count += revoked;
  }
  return count;
}
