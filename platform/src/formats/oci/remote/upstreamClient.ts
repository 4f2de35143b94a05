import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import type { OutgoingRequest, OutgoingResponse } from '../../../outgoing/OutgoingClient.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { authorizationOf, nameOfCredentials } from '../../../repositories/upstream/credentials.ts';
import { requestUpstream } from '../../../repositories/upstream/requestUpstream.ts';
import { UpstreamError, upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { isObject } from '../manifests/readManifest.ts';
import { parseChallenge } from './parseChallenge.ts';

/** Tokens of upstreams, by repository and image, until they end. */
export const createUpstreamTokens = () => new LRUCache<string, string>({ max: 2000, ttl: 60_000 });
const tokens = () => currentPlatform().formats.oci.tokens;

/** The largest answer of a token service, in bytes. */
const largestToken = 256 * 1024;
/** A token is given up this long before it ends, in milliseconds. */
const margin = 10_000;
/** What one lasts where nothing is said, in seconds. */
const usualLife = 60;

/**
 * The address of something of an image: below `/v2/` where the upstream's address does not name that itself. One whose path begins
 * with it is a repository of another registry like this one.
 */
export function upstreamAddress(repository: Repository, image: string, rest: string): URL {
  const { url = '' } = repository;
  if (!URL.canParse(url)) throw upstreamNonsense(repository, 'no response: no URL is configured');
  const address = new URL(url);
  const base = address.pathname.replace(/\/+$/, '');
  const prefix = base === '/v2' || base.startsWith('/v2/') ? base : `${base}/v2`;
  address.pathname = `${prefix}/${nameThere(address, base, image)}/${rest}`;
  return address;
}

/** Docker's own registry keeps what has no user before its name below `library`. */
function nameThere(address: URL, base: string, image: string): string {
  return isHub(address) && base === '' && !image.includes('/') ? `library/${image}` : image;
}

function isHub({ hostname }: URL): boolean {
  return /^(?:registry-1|index)\.docker\.io$/.test(hostname);
}

/** Asks for what every registry answers, signing in as it says. Throws `UpstreamError`. */
export function askWhetherThere(repository: Repository): Promise<OutgoingResponse> {
  const root = upstreamAddress(repository, 'image', '');
  root.pathname = root.pathname.replace(/\/v2\/.*$/, '/v2/');
  return askUpstream(repository, '', root);
}

/** Asks the upstream for something of the image, with a token where it asks for one. Throws `UpstreamError`. */
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
  tokens().set(id, authorization, { ttl: Math.max(1000, life * 1000 - margin) });
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

/** A token for who the credentials are of, without them one for everyone; the challenge says where it is to be had. */
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
  const authorization = mayKnow(repository, url);
  const answer = await requestUpstream(repository, url, {
    limit: largestToken,
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
  const life = typeof expires_in === 'number' && expires_in > 0 ? expires_in : usualLife;
  return { authorization: `Bearer ${found}`, life: Math.min(life, 3600) };
}

/** What the service is shown: where it is the upstream itself, or the one that was named for it. */
function mayKnow(repository: Repository, { origin }: URL): string | undefined {
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
