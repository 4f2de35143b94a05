import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { press, tabTo } from './keyboard.ts';

/** Real OpenID Connect provider on this machine that accepts any user name and password. */
export interface OidcProvider {
  readonly issuer: string;
  stop(): Promise<void>;
}

export async function startOidcProvider(client: {
  id: string;
  secret: string;
  callback: string;
  postLogout: string;
}): Promise<OidcProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.callback],
        post_logout_redirect_uris: [client.postLogout],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email'] },
    pkce: { required: () => true },
    cookies: { keys: ['of-the-test-alone'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, preferred_username: id, email: `${id}@example.org` }),
    }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Signs in at the provider in the browser, and gives consent. */
export async function signInAtProvider(name: string): Promise<void> {
  await $('input[name="login"]').waitForDisplayed();
  await $('input[name="login"]').setValue(name);
  await $('input[name="password"]').setValue('any');
  await $('button[type="submit"]').click();
  const consent = $('button*=Continue');
  await consent.waitForDisplayed();
  await consent.click();
}

/** Does the same with the keyboard only. */
export async function signInAtProviderByKeys(name: string): Promise<void> {
  await tabTo('input[name="login"]');
  await browser.keys([...name, 'Tab', 'any', 'Enter']);
  await press('Continue');
}
