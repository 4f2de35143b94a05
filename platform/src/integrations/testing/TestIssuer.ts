import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An issuer of ID tokens on this machine, such as a CI system. */
export class TestIssuer {
  readonly #server: Server;
  #key: CryptoKey | undefined;
  #published: JWK = {};
  /** Paths of all requests. */
  readonly requests: string[] = [];
  /** Replaces the issuer in the metadata. */
  announced: string | undefined;
  readonly url: string;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      this.requests.push(request.url ?? '');
      const metadata = { issuer: this.announced ?? this.url, jwks_uri: `${this.url}/keys` };
      const body = request.url === '/keys' ? { keys: [this.#published] } : metadata;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  static async start(): Promise<TestIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new TestIssuer(server);
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    issuer.#key = privateKey;
    issuer.#published = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    return issuer;
  }

  /** Returns an ID token. `key` replaces the published key. */
  async token(claims: Record<string, unknown>, key?: CryptoKey): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const signing = key ?? this.#key;
    if (!signing) throw new Error('The issuer has no key');
    return new SignJWT({ iss: this.url, iat: now, exp: now + 300, sub: 'job', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(signing);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.closeAllConnections();
      this.#server.close(() => resolve());
    });
  }
}
