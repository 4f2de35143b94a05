import type { Http } from '@lading/contract';
import type {
  Environment,
  NewWebhook,
  ProxyKeys,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDomain,
  WebhookPreview,
  WebhookTest,
} from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/event/api/v1/subscriptions';
const PATTERNS = '/ui/api/v1/ui/permissiontargets';
const one = (key: string) => `${CALL}/${encodeURIComponent(key)}`;

/** By key. Throws `HttpFailure`, as all of these do unless they say otherwise. */
export function fetchWebhooks(http: Http, signal: AbortSignal): Promise<Webhook[]> {
  return http.json<Webhook[]>(CALL, { signal });
}

/** Pages of the list. */
export function fetchWebhookPage(http: Http): FetchListPage<Webhook> {
  return async (asked, cursor, signal) => {
    let next: string | null = null;
    const rows = await http.json<Webhook[]>(CALL, {
      query: {
        ...{ search: asked.search || undefined, sort_by: asked.sortBy },
        ...{ descending_order: asked.descending, cursor, limit: 100 },
      },
      signal,
      onHeaders: (headers) => {
        next = headers.get('x-next-cursor');
      },
    });
    return { rows, next: next ?? undefined };
  };
}

export function fetchWebhook(http: Http, key: string, signal: AbortSignal): Promise<Versioned<Webhook>> {
  return fetchVersioned<Webhook>(http, one(key), { signal });
}

/** 409 for a key that is taken. */
export function createWebhook(http: Http, webhook: NewWebhook): Promise<Webhook> {
  return http.json<Webhook>(CALL, { method: 'POST', body: webhook });
}

/** 412 if the webhook has changed since that version. */
export function changeWebhook(
  http: Http,
  { key, ...body }: NewWebhook,
  version: string | undefined,
): Promise<Webhook> {
  const change: WebhookChange = body;
  return http.json<Webhook>(one(key), { method: 'PUT', body: change, ...basedOn(version) });
}

export function deleteWebhook(http: Http, key: string): Promise<void> {
  return http.json<void>(one(key), { method: 'DELETE' });
}

/** 502 and 504: the receiver failed. */
export function testWebhook(http: Http, webhook: NewWebhook): Promise<WebhookTest> {
  return http.json<WebhookTest>(`${CALL}/test`, { method: 'POST', body: webhook });
}

/** Renders the request from the last event of its kind, or from a sample. */
export function previewWebhook(http: Http, webhook: NewWebhook): Promise<WebhookPreview> {
  return http.json<WebhookPreview>(`${CALL}/preview`, { method: 'POST', body: webhook });
}

/** Continues after a pause, or retries now. */
export function resumeWebhook(http: Http, key: string): Promise<Webhook> {
  return http.json<Webhook>(`${one(key)}/resume`, { method: 'POST' });
}

/** A page, newest first. */
export async function fetchDeliveries(
  http: Http,
  key: string,
  { state, cursor }: { readonly state: string | undefined; readonly cursor: string | undefined },
  signal: AbortSignal,
): Promise<{ rows: readonly WebhookDelivery[]; next: string | undefined }> {
  const query = new URLSearchParams({
    limit: '100',
    ...(state === undefined ? {} : { state }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const found = await http.json<WebhookDeliveries>(`${one(key)}/deliveries?${query}`, { signal });
  return { rows: found.deliveries, next: found.cursor };
}

export function fetchDelivery(
  http: Http,
  key: string,
  id: string,
  signal: AbortSignal,
): Promise<WebhookDeliveryDetails> {
  return http.json<WebhookDeliveryDetails>(`${one(key)}/deliveries/${id}`, { signal });
}

/** Sends the event again, after those that wait. */
export function redeliver(http: Http, key: string, id: string): Promise<WebhookDelivery> {
  return http.json<WebhookDelivery>(`${one(key)}/deliveries/${id}/redeliver`, { method: 'POST' });
}

/** A failure is only logged: the list is empty then. */
export async function fetchDomains(http: Http, signal?: AbortSignal): Promise<WebhookDomain[]> {
  try {
    return await http.json<WebhookDomain[]>('/event/api/v1/domains', signal ? { signal } : {});
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has this failure only logged
    console.error('Failed to load the domains of webhooks', error);
    return [];
  }
}

export interface Patterns {
  readonly includePatterns: readonly string[];
  readonly excludePatterns: readonly string[];
}

/**
 * Names that the patterns match. Without patterns no call is made, and the answer is empty. A
 * failure returns false.
 */
export async function filterByPatterns(
  http: Http,
  kind: 'buildPatterns' | 'releaseBundles',
  { includePatterns, excludePatterns }: Patterns,
): Promise<readonly string[] | false> {
  if (includePatterns.length === 0 && excludePatterns.length === 0) return [];
  try {
    const body = { includePatterns, excludePatterns };
    return await http.json<string[]>(`${PATTERNS}/${kind}`, { method: 'POST', body });
  } catch {
    return false;
  }
}

/** Keys of the repositories of a class. */
export async function fetchRepositoryKeys(
  http: Http,
  type: 'local' | 'remote' | 'federated',
  signal: AbortSignal,
): Promise<string[]> {
  const found = await http.json<{ key: string }[]>(`/artifactory/api/repositories?type=${type}`, { signal });
  return found.map(({ key }) => key);
}

export async function fetchBuildNames(http: Http, signal: AbortSignal): Promise<string[]> {
  const { builds } = await http.json<{ builds: { uri: string }[] }>('/artifactory/api/build', { signal });
  return builds.map(({ uri }) => decodeURIComponent(uri.replace(/^\//, '')));
}

export async function fetchBundleNames(http: Http, signal: AbortSignal): Promise<string[]> {
  const { release_bundles: bundles } = await http.json<{
    release_bundles: { release_bundle_name: string }[];
  }>('/lifecycle/api/v2/release_bundle/names', { signal });
  return [...new Set(bundles.map(({ release_bundle_name: name }) => name))];
}

export async function fetchEnvironments(http: Http, signal: AbortSignal): Promise<string[]> {
  const found = await http.json<Environment[]>('/access/api/v1/environments', { signal });
  return found.map(({ name }) => name);
}

export async function fetchProxyKeys(http: Http, signal: AbortSignal): Promise<string[]> {
  const { proxyKeys } = await http.json<ProxyKeys>('/ui/api/v1/ui/proxies/proxyKeys', { signal });
  return proxyKeys;
}
