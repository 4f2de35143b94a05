import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { acceptedHosts, hostName } from './hostNames.ts';

/** Probes of load balancers and orchestrators use an IP address as the host name. */
const probes = [
  '/artifactory/api/system/ping',
  '/artifactory/api/v1/system/liveness',
  '/artifactory/api/v1/system/readiness',
  '/router/api/v1/system/health',
];

/** One year, in seconds. */
const strictTransport = 'max-age=31536000';

/**
 * Rejects requests for other host names before all other processing, and enables HSTS for HTTPS.
 */
export function checkHost(app: FastifyInstance): void {
  const { settings } = app;
  const accepts = acceptedHosts(settings);
  const isHttps = settings.tls !== undefined || settings.publicUrl?.startsWith('https:');
  app.addHook('onRequest', async (request, reply) => {
    if (!request.host && request.raw.httpVersionMajor === 1 && request.raw.httpVersionMinor > 0) {
      throw new HttpError(400, 'BAD_REQUEST', 'Missing Host header. HTTP/1.1 requests must have one.');
    }
    const name = hostName(request.host ?? '');
    // On localhost, HSTS would make the browser reject plain HTTP of all other servers on that
    // machine.
    if (isHttps && !name.endsWith('localhost')) reply.header('strict-transport-security', strictTransport);
    if (!accepts || accepts(name) || probes.includes(request.url.split('?', 1)[0] ?? '')) return;
    throw new HttpError(
      421,
      'MISDIRECTED_REQUEST',
      `Invalid Host header "${name}". ${expected(settings.publicUrl)}`,
    );
  });
}

function expected(publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return `Use ${publicUrl}, the URL in LADING_PUBLIC_URL.`;
  return 'The server listens on the loopback interface and expects a loopback name such as localhost. Set LADING_PUBLIC_URL to the URL that users type.';
}

/** Returns a warning to log at startup if any host name is accepted. */
export function hostWarning({ settings }: FastifyInstance): string | undefined {
  if (acceptedHosts(settings)) return undefined;
  return `LADING_PUBLIC_URL is not set, so requests for any host name are accepted on LADING_HOST ${settings.host}. Set it to the URL that users type, such as https://packages.example.org.`;
}
