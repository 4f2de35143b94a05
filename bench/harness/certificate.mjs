import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { work } from './tools.mjs';

/**
 * Creates a self-signed certificate for localhost: its files, the hash for a browser to trust, and
 * a fetch that trusts it.
 */
export function selfSigned() {
  const folder = join(work, 'certificate');
  mkdirSync(folder, { recursive: true });
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const how = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost';
  const args = [
    'req',
    ...how.split(' '),
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  execFileSync('openssl', args, { stdio: 'ignore' });
  const pem = readFileSync(cert);
  const spki = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  return {
    env: { LADING_TLS_CERT: cert, LADING_TLS_KEY: key },
    trusted: createHash('sha256').update(spki).digest('base64'),
    fetch: trustingFetch(pem),
  };
}

/** Implements the part of `fetch` that the benches use. */
function trustingFetch(ca) {
  const agent = new Agent({ ca, keepAlive: true });
  return (address, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(address, { agent, method, headers }, async (response) => {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        const status = response.statusCode ?? 0;
        resolve({
          ok: status >= 200 && status < 300,
          status,
          headers: new Headers(
            Object.entries(response.headers).flatMap(([name, value]) =>
              value ? [[name, String(value)]] : [],
            ),
          ),
          arrayBuffer: async () => bytes,
          text: async () => bytes.toString(),
          json: async () => JSON.parse(bytes.toString()),
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });
}
