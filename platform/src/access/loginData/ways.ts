import type { OAuthProvider, OAuthProviderSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { readStored } from '../configuration/storedSettings.ts';
import { usableSamls } from '../saml/providers.ts';

const ui = '/ui/api/v1';
/** Where the browser goes to sign in by SAML. */
const samlStart = `${ui}/auth/saml/loginRequest`;

/** The first SAML provider, with what people call it; empty where nobody signs in by SAML. */
export async function samlWay(): Promise<{ ssoProviderLink: string; ssoProviderName?: string }> {
  const [first] = await usableSamls();
  if (!first) return { ssoProviderLink: '' };
  const { displayName } = first;
  return { ssoProviderLink: samlStart, ...(displayName ? { ssoProviderName: displayName } : {}) };
}

/** What may know somebody without asking him. */
export async function silentWays(): Promise<('http' | 'crowd')[]> {
  const [http, crowd] = await Promise.all([readStored('sso/http'), readStored('sso/crowd')]);
  return [
    ...(http?.value.enabled ? ['http' as const] : []),
    ...(crowd?.value.enabled ? ['crowd' as const] : []),
  ];
}

/** The providers that are on, by name; those of SAML but for the first, which the sign-in page is told of by itself. */
export async function providerLinks(registrationToken?: string): Promise<OAuthProvider[]> {
  const { rows } = await db().execute<{ value: OAuthProviderSettings }>(
    sql`select value from oauth_providers where (value->>'enabled')::boolean order by name`,
  );
  const query = registrationToken ? `?${new URLSearchParams({ registrationToken }).toString()}` : '';
  const oauth = rows.map(({ value: { name, displayName, type } }) => ({
    name,
    ...(displayName ? { displayName } : {}),
    type,
    url: `${ui}/ui/oauth/${encodeURIComponent(name)}/login${query}`,
  }));
  // An invitation is taken up by OpenID Connect alone.
  const saml = registrationToken ? [] : (await usableSamls()).slice(1);
  return [
    ...oauth,
    ...saml.map(({ name, displayName }) => ({
      name,
      ...(displayName ? { displayName } : {}),
      type: 'saml',
      url: `${samlStart}?${new URLSearchParams({ provider: name }).toString()}`,
    })),
  ];
}

/** Where everybody goes on to, where that is so and there is but one provider; otherwise empty. */
export async function onlyWay(): Promise<string> {
  if (!authSettings().autoRedirect) return '';
  const links = [...(await providerLinks()).map(({ url }) => url), (await samlWay()).ssoProviderLink].filter(
    (url) => url !== '',
  );
  return links.length === 1 ? (links[0] ?? '') : '';
}
