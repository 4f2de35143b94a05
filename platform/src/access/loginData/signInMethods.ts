import type { OAuthProvider, OAuthProviderSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { readStored } from '../configuration/storedSettings.ts';
import { usableSamls } from '../saml/providers.ts';

const ui = '/ui/api/v1';
/** URL that starts a SAML sign-in. */
const samlStart = `${ui}/auth/saml/loginRequest`;

/** Returns the link and display name of the first SAML provider. The link is empty without one. */
export async function firstSamlLink(): Promise<{ ssoProviderLink: string; ssoProviderName?: string }> {
  const [first] = await usableSamls();
  if (!first) return { ssoProviderLink: '' };
  const { displayName } = first;
  return { ssoProviderLink: samlStart, ...(displayName ? { ssoProviderName: displayName } : {}) };
}

/** Returns the methods that can sign in without interaction. */
export async function silentWays(): Promise<('http' | 'crowd')[]> {
  const [http, crowd] = await Promise.all([readStored('sso/http'), readStored('sso/crowd')]);
  return [
    ...(http?.value.enabled ? ['http' as const] : []),
    ...(crowd?.value.enabled ? ['crowd' as const] : []),
  ];
}

/**
 * Returns the enabled providers, sorted by name. Omits the first SAML provider, which the sign-in
 * page gets separately.
 */
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
  // Only OpenID Connect supports invitations.
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

/**
 * Returns the URL of the only provider if automatic redirects are on. Otherwise, an empty string.
 */
export async function autoRedirectUrl(): Promise<string> {
  if (!authSettings().autoRedirect) return '';
  const links = [
    ...(await providerLinks()).map(({ url }) => url),
    (await firstSamlLink()).ssoProviderLink,
  ].filter((url) => url !== '');
  return links.length === 1 ? (links[0] ?? '') : '';
}
