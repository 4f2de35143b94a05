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

/** Bytes: nothing that a provider says here is longer. */
const longestAnswer = 1024 * 1024;

const known = () => currentPlatform().access.identityProviders;

/** What the provider says of itself, asked for by the one way out. */
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
    // What it says of a person is signed by its keys, wherever it came from: on its own network it may come by plain HTTP.
    execute: [...insecure, enableNonRepudiationChecks],
    timeout: 15,
  });
  if (!fresh) known().set(key, found);
  return found;
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
      redirects: 'none',
      limit: longestAnswer,
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
