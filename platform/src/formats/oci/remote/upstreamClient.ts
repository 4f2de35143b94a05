import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import type { OutgoingRequest, OutgoingResponse } from '../../../outgoing/OutgoingClient.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { authorizationOf, nameOfCredentials } from '../../../repositories/upstream/credentials.ts';
import { requestUpstream } from '../../../repositories/upstream/requestUpstream.ts';
import { UpstreamError, upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { isObject } from '../manifests/readManifest.ts';
import { parseChallenge } from './parseChallenge.ts';

/** Tokens of upstreams, by repository and image, until they expire. */
export const createUpstreamTokens = () => new LRUCache<string, string>({ max: 2000, ttl: 60_000 });
const tokens = () => currentPlatform().formats.oci.tokens;

/** Maximum size of a token service's response in bytes. */
const maxTokenBytes = 256 * 1024;
/** Tokens are discarded this many milliseconds before they expire. */
const expiryMarginMs = 10_000;
/** Default lifetime of a token in seconds. */
const defaultTokenSeconds = 60;

/**
 * The URL of an image's resource at the upstream. `/v2/` is added unless the configured URL
 * contains it. In a URL with a path after `/v2/`, the path starts with a repository of another
 * registry like this one.
 */
export function upstreamAddress(repository: Repository, image: string, rest: string): URL {
  const { url = '' } = repository;
  if (!URL.canParse(url)) throw upstreamNonsense(repository, 'no response: no URL is configured');
  const address = new URL(url);
  const base = address.pathname.replace(/\/+$/, '');
  const prefix = base === '/v2' || base.startsWith('/v2/') ? base : `${base}/v2`;
  address.pathname = `${prefix}/${upstreamName(address, base, image)}/${rest}`;
  return address;
}

/** On Docker Hub, images without a user are in the namespace `library`. */
function upstreamName(address: URL, base: string, image: string): string {
  return isHub(address) && base === '' && !image.includes('/') ? `library/${image}` : image;
}

function isHub({ hostname }: URL): boolean {
  return /^(?:registry-1|index)\.docker\.io$/.test(hostname);
}

/**
 * Requests the base URL that every registry supports, and signs in as required. Throws
 * `UpstreamError`.
 */
export function probe(repository: Repository): Promise<OutgoingResponse> {
  const root = upstreamAddress(repository, 'image', '');
  root.pathname = root.pathname.replace(/\/v2\/.*$/, '/v2/');
  return askUpstream(repository, '', root);
}

/**
 * Requests a resource of the image, with a token if the upstream requires one. Throws
 * `UpstreamError`.
 */
export async function askUpstream(
  repository: Repository,
  image: string,
  url: URL,
  request: OutgoingRequest = {},
): Promise<OutgoingResponse> {
  const id = `${repository.key}/${image} ${nameOfCredentials(repository)}`;
  const known = tokens().get(id);
  const answer = await send(repository, url, request, known);
  if (answer.status !== 401) return answer;
  answer.discard();
  tokens().delete(id);
  const { authorization, life } = await signIn(repository, url, answer.headers['www-authenticate'], image);
  tokens().set(id, authorization, { ttl: Math.max(1000, life * 1000 - expiryMarginMs) });
  return send(repository, url, request, authorization);
}

function send(
  repository: Repository,
  url: URL,
  request: OutgoingRequest,
  authorization: string | undefined,
): Promise<OutgoingResponse> {
  const headers = { ...request.headers, ...(authorization ? { authorization } : {}) };
  return requestUpstream(repository, url, { ...request, headers });
}

/**
 * Requests a token from the service in the challenge, with the repository's credentials or
 * anonymously.
 */
async function signIn(
  repository: Repository,
  asked: URL,
  header: string | string[] | undefined,
  image: string,
): Promise<{ authorization: string; life: number }> {
  const { realm, service, scope } = parseChallenge([header ?? ''].flat().join(', ')) ?? {};
  const url = realm !== undefined && URL.canParse(realm, asked.href) ? new URL(realm, asked.href) : undefined;
  if (!url || url.username || url.password) {
    throw upstreamNonsense(repository, 'status 401 without the URL of a token service');
  }
  if (asked.protocol === 'https:' && url.protocol !== 'https:') {
    throw upstreamNonsense(repository, 'the URL of a token service without encryption');
  }
  if (service) url.searchParams.set('service', service);
  const wanted = scope ?? (image === '' ? undefined : `repository:${image}:pull`);
  if (wanted !== undefined) url.searchParams.set('scope', wanted);
  const authorization = credentialsFor(repository, url);
  const answer = await requestUpstream(repository, url, {
    limit: maxTokenBytes,
    headers: { accept: 'application/json', ...(authorization ? { authorization } : {}) },
  });
  if (answer.status !== 200) {
    answer.discard();
    if (repository.credentials && !authorization) throw unnamedService(repository, url);
    throw upstreamNonsense(repository, `status ${answer.status} for a token request`);
  }
  const { token, access_token, expires_in } = parse(await answer.bytes());
  const found = [token, access_token].find((each) => typeof each === 'string' && /^[\x21-\x7e]+$/.test(each));
  if (typeof found !== 'string') throw upstreamNonsense(repository, 'no token for a token request');
  const life = typeof expires_in === 'number' && expires_in > 0 ? expires_in : defaultTokenSeconds;
  return { authorization: `Bearer ${found}`, life: Math.min(life, 3600) };
}

/**
 * The credentials for the token service, if it is the upstream itself or the configured service;
 * otherwise undefined.
 */
function credentialsFor(repository: Repository, { origin }: URL): string | undefined {
  const { credentials, options } = repository;
  if (!credentials) return undefined;
  const named = typeof options.tokenService === 'string' ? options.tokenService : '';
  const known = [credentials.origin, ...(URL.canParse(named) ? [new URL(named).origin] : [])];
  if (isHub(new URL(credentials.origin))) known.push('https://auth.docker.io');
  return known.includes(origin) ? authorizationOf(repository, credentials) : undefined;
}

function unnamedService({ key }: Repository, { origin }: URL): UpstreamError {
  const failure = new UpstreamError(
    502,
    'UPSTREAM_FAILED',
    `The upstream of ${key} uses a token service that does not receive the credentials`,
  );
  failure.forAdministrators = `The upstream of ${key} uses the token service ${origin}, which does not receive the credentials. Set it as tokenService.`;
  return failure;
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
