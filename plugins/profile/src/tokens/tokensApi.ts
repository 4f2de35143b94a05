import type { Http } from '@lading/contract';
import type { IssuedTokenAnswer, NewToken, TokenList } from '@lading/contract/rest';

const CALL = '/access/api/v1/tokens';

/** Newest first. Only the user's own tokens, even for administrators. */
export function readTokens(http: Http, username: string): Promise<TokenList> {
  return http.json(CALL, { query: { username } });
}

/** Creates a token. Only this response contains the token itself. */
export function createToken(http: Http, token: NewToken): Promise<IssuedTokenAnswer> {
  return http.json(CALL, { method: 'POST', body: token });
}

export async function revokeToken(http: Http, id: string): Promise<void> {
  await http.json(`${CALL}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Returns the keys of the repositories that the user can read. */
export async function readRepositoryKeys(http: Http, signal: AbortSignal): Promise<string[]> {
  const found = await http.json<{ key: string }[]>('/artifactory/api/repositories', { signal });
  return found.map(({ key }) => key);
}
