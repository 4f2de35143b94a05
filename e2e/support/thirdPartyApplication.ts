import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';

interface Registration {
  platform: string;
  clientId: string;
  secret: string;
}

interface SignIn {
  verifier: string;
  state: string;
  nonce: string;
}

/**
 * A small web application of another vendor: signs its user in with OpenID Connect, reads a
 * repository with the token, and refreshes it. Has one user at a time.
 */
export class ThirdPartyApplication {
  readonly #server: Server;
  readonly url: string;
  #configuration: client.Configuration | undefined;
  #platform = '';
  #signIn: SignIn | undefined;
  #tokens: { access: string; refresh: string } | undefined;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response: ServerResponse) => {
      this.#answer(new URL(request.url ?? '/', this.url), response).catch((error: Error) =>
        show(response, `Failed: ${error.message}`, ''),
      );
    });
  }

  static async start(): Promise<ThirdPartyApplication> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ThirdPartyApplication(server);
  }

  get callback(): string {
    return `${this.url}/callback`;
  }

  /** Reads the metadata of the platform, as with every provider of OpenID Connect. */
  async register({ platform, clientId, secret }: Registration): Promise<void> {
    this.#platform = platform;
    this.#configuration = await client.discovery(new URL(platform), clientId, secret, undefined, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(url: URL, response: ServerResponse): Promise<void> {
    if (url.pathname === '/') return show(response, 'Tea shop', '<a href="/sign-in">Sign in with Lading</a>');
    if (url.pathname === '/sign-in') return this.#begin(response);
    if (url.pathname === '/callback') return this.#end(url, response);
    if (url.pathname === '/orders') return this.#orders(response);
    response.writeHead(404).end();
  }

  async #begin(response: ServerResponse): Promise<void> {
    const verifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    this.#signIn = { verifier, state, nonce };
    const url = client.buildAuthorizationUrl(this.#known(), {
      ...{ redirect_uri: this.callback, scope: 'openid profile email repository:npm-local:read' },
      ...{ state, nonce, code_challenge_method: 'S256' },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
    });
    response.writeHead(302, { location: url.href }).end();
  }

  async #end(url: URL, response: ServerResponse): Promise<void> {
    const { verifier = '', state = '', nonce = '' } = this.#signIn ?? {};
    this.#signIn = undefined;
    const tokens = await client.authorizationCodeGrant(this.#known(), url, {
      ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    });
    this.#tokens = { access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
    const subject = tokens.claims()?.sub ?? '';
    const user = await client.fetchUserInfo(this.#known(), tokens.access_token, subject);
    show(response, `Hello ${user.preferred_username}`, `<p>${user.email}</p><a href="/orders">Orders</a>`);
  }

  /** Reads the repository with a refreshed token. */
  async #orders(response: ServerResponse): Promise<void> {
    const renewed = await client.refreshTokenGrant(this.#known(), this.#tokens?.refresh ?? '');
    this.#tokens = { access: renewed.access_token, refresh: renewed.refresh_token ?? '' };
    const answer = await fetch(`${this.#platform}/artifactory/api/storage/npm-local`, {
      headers: { authorization: `Bearer ${this.#tokens.access}` },
    });
    show(response, `Orders: status ${answer.status}`, '');
  }

  #known(): client.Configuration {
    if (!this.#configuration) throw new Error('The application is not registered');
    return this.#configuration;
  }
}

function show(response: ServerResponse, heading: string, more: string): void {
  const escaped = heading.replace(/[<&]/g, '');
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${escaped}</h1>${more}`);
}
