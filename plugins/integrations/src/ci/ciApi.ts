import type { Http } from '@lading/contract';
import type {
  OidcMapping,
  OidcMappingDetails,
  OidcProvider,
  OidcProviderDetails,
  OidcTestResult,
} from '@lading/contract/rest';

const OIDC = '/access/api/v1/oidc';
const of = (provider: string) => `${OIDC}/${encodeURIComponent(provider)}`;
const mappingsOf = (provider: string) => `${of(provider)}/identity_mappings`;
const one = (provider: string, name: string) => `${mappingsOf(provider)}/${encodeURIComponent(name)}`;
/** Milliseconds. The platform fetches the keys of the issuer. */
const TEST_TIMEOUT = 60_000;

/** Lists the providers. Throws `HttpFailure`, as do all functions below. */
export function fetchProviders(http: Http, signal: AbortSignal): Promise<OidcProviderDetails[]> {
  return http.json<OidcProviderDetails[]>(OIDC, { signal });
}

export function fetchProvider(http: Http, name: string, signal: AbortSignal): Promise<OidcProviderDetails> {
  return http.json<OidcProviderDetails>(of(name), { signal });
}

/** Creates the provider, or changes the one with this name. */
export function saveProvider(
  http: Http,
  provider: OidcProvider,
  isNew: boolean,
): Promise<OidcProviderDetails> {
  return http.json<OidcProviderDetails>(isNew ? OIDC : of(provider.name), {
    method: isNew ? 'POST' : 'PUT',
    body: provider,
  });
}

export function deleteProvider(http: Http, name: string): Promise<void> {
  return http.json<void>(of(name), { method: 'DELETE' });
}

export function fetchMappings(
  http: Http,
  provider: string,
  signal: AbortSignal,
): Promise<OidcMappingDetails[]> {
  return http.json<OidcMappingDetails[]>(mappingsOf(provider), { signal });
}

export function fetchMapping(
  http: Http,
  provider: string,
  name: string,
  signal: AbortSignal,
): Promise<OidcMapping> {
  return http.json<OidcMapping>(one(provider, name), { signal });
}

/** Creates the mapping, or changes the one with this name. */
export function saveMapping(
  http: Http,
  provider: string,
  mapping: OidcMapping,
  isNew: boolean,
): Promise<OidcMapping> {
  return http.json<OidcMapping>(isNew ? mappingsOf(provider) : one(provider, mapping.name), {
    method: isNew ? 'POST' : 'PUT',
    body: mapping,
  });
}

export function deleteMapping(http: Http, provider: string, name: string): Promise<void> {
  return http.json<void>(one(provider, name), { method: 'DELETE' });
}

/** Explains which mappings an ID token, or claims as JSON, would match. */
export function testIdentity(http: Http, provider: string, input: string): Promise<OidcTestResult> {
  return http.json<OidcTestResult>(`${of(provider)}/test`, {
    ...{ method: 'POST', body: { input }, timeout: TEST_TIMEOUT },
  });
}
