import { rootCertificates } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import { hostAuthorities } from './hostNpmConfig.ts';

/**
 * Returns the authorities of the host's npm, because its registry may use a certificate of the
 * organization.
 */
export function trustedAuthorities(log: Pick<FastifyBaseLogger, 'warn'>): string[] | undefined {
  try {
    const own = hostAuthorities();
    return own === undefined ? undefined : [...rootCertificates, own];
  } catch (error) {
    log.warn({ err: error }, 'failed to read the certificate authorities of npm on the server');
    return undefined;
  }
}
