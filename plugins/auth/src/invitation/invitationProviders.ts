import type { Http } from '@lading/contract';
import type { OAuthProvider } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { fetchProviders } from '../state/offersApi.ts';

/**
 * Providers that an invited user can sign in with instead of setting a password; empty when the
 * request fails.
 */
export function invitationProviders(http: Http, token: string): Fetched<readonly OAuthProvider[]> {
  return new Fetched<readonly OAuthProvider[]>([], () => fetchProviders(http, token));
}
