import type { Http } from '@lading/contract';
import type { OAuthProvider } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { fetchProviders } from '../state/offersApi.ts';

/** By which an invited person may come in instead of choosing a password; none where nobody says. */
export function invitationProviders(http: Http, token: string): Fetched<readonly OAuthProvider[]> {
  return new Fetched<readonly OAuthProvider[]>([], () => fetchProviders(http, token));
}
