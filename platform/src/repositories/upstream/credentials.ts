import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import type { Storage } from '../../storage/storage.ts';
import { currentStorage } from '../../storage/storage.ts';
import { packageTypeOf } from '../PackageType.ts';
import type { Repository, UpstreamCredentials } from '../Repository.ts';
import { UpstreamError } from './UpstreamError.ts';

const seals = new WeakMap<Storage, Seal>();

/** Lets the platform of this storage show upstreams what was sealed for them. */
export function installCredentials(app: FastifyInstance, storage: Storage): void {
  seals.set(storage, app.seal);
}

/** `secret`, as it is kept of the repository: for one upstream, and none but it. */
export function sealSecret(secret: string, key: string, origin: string): Buffer {
  return ownSeal().close(secret, use(key, origin));
}

/**
 * What a request to the address says of who asks: nothing but to the origin that the credentials were entered for. Throws
 * `UpstreamError` where they cannot be opened.
 */
export function authorizationFor(repository: Repository, url: URL): string | undefined {
  const { credentials } = repository;
  return credentials && url.origin === credentials.origin
    ? authorizationOf(repository, credentials)
    : undefined;
}

/** The same for another address, that of a service which an administrator has named beside the upstream. */
export function authorizationOf(repository: Repository, credentials: UpstreamCredentials): string {
  const secret = open(repository, credentials);
  if (credentials.kind === 'password')
    return `Basic ${Buffer.from(`${credentials.username}:${secret}`).toString('base64')}`;
  return packageTypeOf(repository.packageType)?.bareToken ? secret : `Bearer ${secret}`;
}

/** Other ones have another name: what was had by the ones before is not to be had by these. */
export function nameOfCredentials({ credentials }: Repository): string {
  return credentials ? createHash('sha256').update(credentials.sealed).digest('hex').slice(0, 16) : '';
}

function open({ key }: Repository, { origin, sealed }: UpstreamCredentials): string {
  try {
    return ownSeal().open(sealed, use(key, origin));
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

function ownSeal(): Seal {
  const seal = seals.get(currentStorage());
  if (!seal) throw new Error('No encryption key. Call installCredentials first.');
  return seal;
}
