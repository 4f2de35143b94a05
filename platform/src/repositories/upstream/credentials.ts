import { createHash } from 'node:crypto';
import { currentPlatform } from '../../database/db.ts';
import { SealBroken } from '../../secrets/Seal.ts';
import { packageTypeOf } from '../PackageType.ts';
import type { Repository, UpstreamCredentials } from '../Repository.ts';
import { UpstreamError } from './UpstreamError.ts';

/** Encrypts a secret of a repository, bound to one upstream. */
export function sealSecret(secret: string, key: string, origin: string): Buffer {
  return currentPlatform().seal.close(secret, use(key, origin));
}

/**
 * Returns the authorization header for a URL; undefined unless it has the origin that the
 * credentials were entered for. Throws `UpstreamError` if they cannot be decrypted.
 */
export function authorizationFor(repository: Repository, url: URL): string | undefined {
  const { credentials } = repository;
  return credentials && url.origin === credentials.origin
    ? authorizationOf(repository, credentials)
    : undefined;
}

/** Like `authorizationFor`, for the URL of a service that an administrator has configured. */
export function authorizationOf(repository: Repository, credentials: UpstreamCredentials): string {
  const secret = open(repository, credentials);
  if (credentials.kind === 'password')
    return `Basic ${Buffer.from(`${credentials.username}:${secret}`).toString('base64')}`;
  return packageTypeOf(repository.packageType)?.bareToken ? secret : `Bearer ${secret}`;
}

/**
 * Cache key of the credentials: changed credentials must not use results obtained with the previous
 * ones.
 */
export function nameOfCredentials({ credentials }: Repository): string {
  return credentials ? createHash('sha256').update(credentials.sealed).digest('hex').slice(0, 16) : '';
}

function open({ key }: Repository, { origin, sealed }: UpstreamCredentials): string {
  try {
    return currentPlatform().seal.open(sealed, use(key, origin));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new UpstreamError(
      502,
      'SEALED_ELSEWHERE',
      `The upstream credentials of ${key} were encrypted with a key that no longer exists. Enter them again.`,
    );
  }
}

function use(key: string, origin: string): string {
  return `upstream:${key}:${origin}`;
}
