import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Account, type Configuration, Provider } from 'oidc-provider';

export interface TestAccount {
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

/** A real OpenID Connect provider on this machine, which accepts any password. */
export class TestProvider {
  readonly accounts: Record<string, TestAccount> = {};
  /** Replaces its published keys. */
  keys: object | undefined;
  readonly #server: Server;
  readonly issuer: string;

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(client: {
    id: string;
    secret: string;
    callbacks: string[];
    postLogout?: string[];
  }): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const test = new TestProvider(server);
    const configuration: Configuration = {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: client.callbacks,
          post_logout_redirect_uris: client.postLogout ?? [],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      pkce: { required: () => true },
      cookies: { keys: ['of-the-test-alone'] },
      findAccount: (_context, id): Account => ({
        accountId: id,
        claims: async () => ({ sub: id, ...test.accounts[id] }),
      }),
    };
    const provider = new Provider(test.issuer, configuration);
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (!test.keys || request.url !== '/jwks') return void answer(request, response);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(test.keys));
    });
    return test;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.closeAllConnections();
      this.#server.close(() => resolve());
    });
  }
}

/**
 * Acts as a browser at the provider: follows redirects until the callback URL. If `login` is
 * undefined, the user denies access.
 */
export async function walk(
  start: string,
  login: string | undefined,
  jar = new Map<string, string>(),
): Promise<string> {
  const issuer = new URL(start).origin;
  let url = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps++) {
    if (new URL(url).origin !== issuer) return url;
    const answer: Response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    });
    form = undefined;
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const body = await answer.text();
    const location = answer.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const [, xsrf] = /name="xsrf" value="([^"]*)"/.exec(body) ?? [];
    if (xsrf !== undefined) {
      url = /action="([^"]*)"/.exec(body)?.[1] ?? url;
      form = new URLSearchParams({ xsrf, logout: 'yes' });
      continue;
    }
    if (login === undefined) {
      const [, abort] = /href="([^"]*\/abort)"/.exec(body) ?? [];
      if (abort === undefined)
        throw new Error(`The provider offers no cancel link: ${answer.status} ${body}`);
      url = new URL(abort, url).href;
      continue;
    }
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(body) ?? [];
    if (prompt === undefined) throw new Error(`The provider returned ${answer.status}: ${body}`);
    form = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
  }
  throw new Error('The provider did not redirect back');
}
