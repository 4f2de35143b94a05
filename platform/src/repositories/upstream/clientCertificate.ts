import { createPrivateKey, X509Certificate } from 'node:crypto';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { ClientIdentity } from '../../outgoing/Trust.ts';
import { SealBroken } from '../../secrets/Seal.ts';
import type { ClientCertificate, Repository } from '../Repository.ts';
import { UpstreamError } from './UpstreamError.ts';

export interface GivenCertificate {
  clientCertificate?: string | undefined;
  clientKey?: string | undefined;
}

/**
 * Reads the client certificate of a remote. An omitted key keeps the stored one as long as the
 * certificate and the origin of the upstream are the same. An empty certificate removes both.
 * Throws `HttpError` 400.
 */
export function readCertificate(
  { key, url }: Pick<Repository, 'key' | 'url'>,
  { clientCertificate: certificate, clientKey }: GivenCertificate,
  before: ClientCertificate | undefined,
): ClientCertificate | undefined {
  const bad = (field: string, what: string) =>
    new HttpError(400, 'BAD_CONFIGURATION', `Repository ${key}: invalid field '${field}': ${what}`);
  if (!certificate?.trim()) {
    if (clientKey) throw bad('clientCertificate', 'a private key requires a certificate');
    return undefined;
  }
  const origin = url === undefined ? '' : new URL(url).origin;
  if (!origin.startsWith('https:'))
    throw bad('clientCertificate', 'it requires a url that starts with https://');
  const parsed = parse(certificate);
  if (!parsed) throw bad('clientCertificate', 'expected a certificate in PEM form');
  if (!clientKey) {
    if (before?.certificate === certificate && before.origin === origin) return before;
    throw bad('clientKey', `enter the private key of the certificate for ${origin}`);
  }
  if (!isKeyOf(parsed, clientKey))
    throw bad('clientKey', 'expected the private key of the certificate, in PEM form without a passphrase');
  return { certificate, origin, sealed: currentPlatform().seal.close(clientKey, use(key, origin)) };
}

/**
 * Returns the identity for a URL; undefined unless it has the origin that the certificate was
 * entered for. Throws `UpstreamError` if the key cannot be decrypted.
 */
export function identityFor({ key, clientCertificate }: Repository, url: URL): ClientIdentity | undefined {
  if (!clientCertificate || clientCertificate.origin !== url.origin) return undefined;
  const { certificate, origin, sealed } = clientCertificate;
  try {
    return { certificate, key: currentPlatform().seal.open(sealed, use(key, origin)) };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new UpstreamError(
      502,
      'SEALED_ELSEWHERE',
      `The client key of ${key} was encrypted with a key that no longer exists. Enter it again.`,
    );
  }
}

function parse(certificate: string): X509Certificate | undefined {
  try {
    return new X509Certificate(certificate);
  } catch {
    return undefined;
  }
}

function isKeyOf(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function use(key: string, origin: string): string {
  return `upstream-certificate:${key}:${origin}`;
}
