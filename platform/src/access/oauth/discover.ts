import type { OAuthProviderSettings } from '@lading/contract/rest';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import { currentPlatform } from '../../database/db.ts';
import { outgoing } from '../../outgoing/outgoing.ts';

/** Maximum size of the provider's metadata, in bytes. */
const maxMetadataBytes = 1024 * 1024;

const known = () => currentPlatform().access.identityProviders;

/** Returns the provider's metadata. All requests use `outgoing()`. */
export async function configurationOf(
  settings: OAuthProviderSettings,
  clientSecret: string,
  fresh = false,
): Promise<Configuration> {
  const { issuer, clientId, allowPrivate } = settings;
  const key = JSON.stringify([settings, clientSecret]);
  const before = fresh ? undefined : known().get(key);
  if (before) return before;
  const authentication = clientSecret === '' ? None() : ClientSecretBasic(clientSecret);
  const insecure = issuer.startsWith('http:') && allowPrivate ? [allowInsecureRequests] : [];
  const found = await discovery(new URL(issuer), clientId, undefined, authentication, {
    [customFetch]: fetchBy(allowPrivate),
    // Tokens are verified by signature, regardless of their transport. On a private network, plain
    // HTTP is allowed.
    execute: [...insecure, enableNonRepudiationChecks],
    timeout: 15,
  }).catch((error: unknown) => {
    const fault = documentFault(error, issuer);
    throw fault === undefined ? error : new Error(fault);
  });
  if (!fresh) known().set(key, found);
  return found;
}

/** Says which document of the provider is wrong, and how, which the library does not. */
function documentFault(error: unknown, issuer: string): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  if (cause instanceof Response)
    return cause.ok
      ? `${address} returned ${cause.headers.get('content-type') ?? 'no content type'} instead of JSON. Check the issuer.`
      : `${address} returned ${cause.status}. Check the issuer.`;
  if (code === 'OAUTH_PARSE_ERROR') return `${address} returned invalid JSON. Check the issuer.`;
  const named = (cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer;
  if (code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' || typeof named !== 'string') return undefined;
  return `${address} names another issuer: ${named}. If this is the right provider, enter this issuer.`;
}

interface Asked {
  method?: string;
  headers?: Record<string, string> | Headers;
  body?: unknown;
  signal?: AbortSignal;
}

function fetchBy(allowPrivate: boolean) {
  return async (
    address: string,
    { method = 'GET', headers = {}, body, signal }: Asked,
  ): Promise<Response> => {
    const sent = body === undefined || body === null ? {} : { body: String(body) };
    const answer = await outgoing().request(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers).entries()),
      ...sent,
      service: 'identity',
      allowPrivate,
      encryptedInPublic: true,
      redirects: 'none',
      limit: maxMetadataBytes,
      ...(signal ? { signal } : {}),
    });
    const shown = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value ?? []].flat()) shown.append(name, one);
    }
    const bytes = await answer.bytes();
    const empty = [204, 205, 304].includes(answer.status);
    return new Response(empty ? null : new Uint8Array(bytes), { status: answer.status, headers: shown });
  };
}
