import type { Http } from '@lading/contract';
import type { LoginStore } from '../state/LoginStore.ts';
import { signInSilently } from './ssoApi.ts';

/**
 * Signs in a user whom a proxy or Crowd has already authenticated; returns whether that succeeded.
 * `realm`: only the method of this realm is tried.
 */
export async function knownSilently(http: Http, login: LoginStore, realm?: string): Promise<boolean> {
  const { offers } = login;
  await offers.loadRelated();
  for (const way of offers.silentWays) {
    if (realm !== undefined && way !== realm) continue;
    const known = await signInSilently(http, offers.variant, way).catch(() => undefined);
    if (known) return login.happen('known');
  }
  return false;
}
