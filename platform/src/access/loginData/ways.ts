import type { OAuthProvider, OAuthProviderSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { readStored } from '../configuration/storedSettings.ts';

const ui = '/ui/api/v1';
/** Where the browser goes to sign in by SAML. */
const samlStart = `${ui}/auth/saml/loginRequest`;

/** Empty where nobody signs in by SAML. */
export async function samlLink(): Promise<string> {
  const saml = await readStored('saml');
  return saml?.value.enabled ? samlStart : '';
}

/** What may know somebody without asking him. */
export async function silentWays(): Promise<('http' | 'crowd')[]> {
  const [http, crowd] = await Promise.all([readStored('sso/http'), readStored('sso/crowd')]);
  return [
    ...(http?.value.enabled ? ['http' as const] : []),
    ...(crowd?.value.enabled ? ['crowd' as const] : []),
  ];
}

/** The providers that are on, by name. */
export async function providerLinks(registrationToken?: string): Promise<OAuthProvider[]> {
  const { rows } = await db().execute<{ value: OAuthProviderSettings }>(
    sql`select value from oauth_providers where (value->>'enabled')::boolean order by name`,
  );
  const query = registrationToken ? `?${new URLSearchParams({ registrationToken }).toString()}` : '';
  return rows.map(({ value: { name, displayName, type } }) => ({
    name: displayName || name,
    type,
    url: `${ui}/ui/oauth/${encodeURIComponent(name)}/login${query}`,
  }));
}

/** Where everybody goes on to, where that is so and there is but one provider; otherwise empty. */
export async function onlyWay(): Promise<string> {
  if (!authSettings().autoRedirect) return '';
  const links = [...(await providerLinks()).map(({ url }) => url), await samlLink()].filter(
    (url) => url !== '',
  );
  return links.length === 1 ? (links[0] ?? '') : '';
}
