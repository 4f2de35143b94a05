import type { Http } from '@lading/contract';
import type { RevokedTokens, TokenList, TokenSummary } from '@lading/contract/rest';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/access/api/v1/tokens';
/** The server accepts this many at a time. */
const AT_ONCE = 1000;

/** A page of the tokens of all users, with expired ones that can be refreshed. */
export function fetchTokenPage(http: Http): FetchListPage<TokenSummary> {
  return async ({ search, sortBy, descending, filters }, cursor, signal) => {
    const given = { search, username: filters.user, state: filters.state, use: filters.use };
    const query = {
      refreshable: true,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
      ...(filters.scope ? { scope: SCOPE_KINDS[filters.scope] ?? filters.scope } : {}),
      ...(sortBy === 'created' ? {} : { sort_by: sortBy }),
      ...(descending === (sortBy === 'created') ? {} : { descending_order: descending }),
      ...(cursor === undefined ? {} : { cursor }),
      limit: 100,
    };
    const page = await http.json<TokenList>(CALL, { query, signal });
    return { rows: page.tokens, next: page.cursor };
  };
}

/** Names of the filter's values in the address, and in the call. */
const SCOPE_KINDS: Readonly<Record<string, string>> = {
  scopeUser: 'user',
  scopeAdmin: 'admin',
  scopeLimited: 'limited',
};

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
