import { verify, X509Certificate } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import samlp from 'samlp';
import { generate } from 'selfsigned';
import { type LocalServer, listen } from './localServer.ts';

/** Real SAML identity provider on this machine that accepts any user name. */
export interface SamlProvider extends LocalServer {
  readonly certificate: string;
  /** Users who have signed out there. */
  readonly signedOut: string[];
  /**
   * From now on accepts only requests signed by the platform with the certificate in its metadata.
   */
  readMetadata(address: string): Promise<void>;
}

export async function startSamlProvider(): Promise<SamlProvider> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  const signedOut: string[] = [];
  let trusted: string | undefined;
  const server = await listen(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const query = Object.fromEntries(url.searchParams);
    const page = (body: string) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>Port</title>${body}`);
    if (query.SAMLRequest !== undefined && trusted !== undefined && !isSigned(url, trusted))
      return page('<h1>Not signed by the platform</h1>');
    if (url.pathname === '/logout') {
      signedOut.push(query.SAMLRequest === undefined ? 'nobody' : 'somebody');
      return page('<h1>Signed out of Port</h1>');
    }
    if (request.method === 'GET') {
      return page(
        '<h1>Sign in to Port</h1><form method="post"><input name="login" autofocus><button>Sign in</button></form>',
      );
    }
    const name = new URLSearchParams(await text(request)).get('login') ?? '';
    const asked = await promisify(samlp.parseRequest)({ query, body: {}, method: 'GET' }, {});
    const acs = asked?.assertionConsumerServiceURL ?? '';
    const options = {
      issuer: `${server.origin}/saml`,
      cert,
      key,
      audience: asked?.issuer,
      recipient: acs,
      destination: acs,
      inResponseTo: asked?.id,
      sessionIndex: `_of-${name}`,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
    };
    const xml = await promisify(samlp.getSamlResponse)(options, { id: name, name: {}, emails: [] });
    const value = Buffer.from(xml ?? '').toString('base64');
    return page(
      `<form method="post" action="${acs}"><input type="hidden" name="SAMLResponse" value="${value}">
        <input type="hidden" name="RelayState" value="${query.RelayState ?? ''}"></form>
        <script>document.forms[0].submit()</script>`,
    );
  });
  const readMetadata = async (address: string) => {
    const metadata = await (await fetch(address)).text();
    const [, body = ''] = /<ds:X509Certificate>([^<]+)</.exec(metadata) ?? [];
    trusted = `-----BEGIN CERTIFICATE-----\n${body.trim()}\n-----END CERTIFICATE-----`;
  };
  return { ...server, certificate: cert, signedOut, readMetadata };
}

/** Verifies the signature over the query parameters as received. */
function isSigned({ search }: URL, certificate: string): boolean {
  const [signed = '', signature = ''] = search.slice(1).split('&Signature=');
  const { publicKey } = new X509Certificate(certificate);
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64');
  return verify('sha256', Buffer.from(signed), publicKey, bytes);
}
