import type { NewWebhook, Webhook, WebhookCriteria, WebhookDomain } from '@lading/contract/rest';

/** A name with a value, such as a header. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  /** The server has a value that it doesn't return. */
  readonly stored?: boolean;
}

/** The values of the form. */
export interface WebhookValues {
  readonly key: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly url: string;
  /** Empty: not selected yet. */
  readonly domain: string;
  readonly eventTypes: readonly string[];
  readonly anyLocal: boolean;
  readonly anyRemote: boolean;
  readonly anyFederated: boolean;
  readonly repoKeys: readonly string[];
  readonly anyBuild: boolean;
  readonly selectedBuilds: readonly string[];
  readonly anyReleaseBundle: boolean;
  readonly bundles: readonly string[];
  readonly environments: readonly string[];
  readonly includePatterns: readonly string[];
  readonly excludePatterns: readonly string[];
  readonly handlerType: 'webhook' | 'custom-webhook';
  /** Empty: the stored one stays. */
  readonly secret: string;
  readonly dropSecret: boolean;
  readonly signs: boolean;
  readonly useProxy: boolean;
  readonly proxy: string;
  readonly headers: readonly Pair[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly secrets: readonly Pair[];
  readonly payload: string;
}

export const NEW_WEBHOOK: WebhookValues = {
  key: '',
  description: '',
  enabled: true,
  url: '',
  domain: '',
  eventTypes: [],
  anyLocal: true,
  anyRemote: true,
  anyFederated: true,
  repoKeys: [],
  anyBuild: true,
  selectedBuilds: [],
  anyReleaseBundle: true,
  bundles: [],
  environments: [],
  includePatterns: [],
  excludePatterns: [],
  handlerType: 'webhook',
  secret: '',
  dropSecret: false,
  signs: false,
  useProxy: false,
  proxy: '',
  headers: [],
  method: 'POST',
  secrets: [],
  payload: '',
};

/** The criteria that events of a domain are filtered by. */
export type CriteriaKind = WebhookDomain['criteria'];

export function criteriaOf(domain: string): CriteriaKind {
  if (/^(?:artifact|artifact_property|docker|artifact_lifecycle)$/.test(domain)) return 'repositories';
  if (domain === 'build') return 'builds';
  if (domain === 'release_bundle_v2_promotion') return 'environments';
  return /bundle|^distribution$|^destination$/.test(domain) ? 'bundles' : 'none';
}

export function valuesOf(webhook: Webhook): WebhookValues {
  const { key, description, enabled, event_filter: filter, handlers } = webhook;
  const [handler] = handlers;
  if (!handler) return { ...NEW_WEBHOOK, key, description, enabled };
  const isCustom = handler.handler_type === 'custom-webhook';
  const headers = (isCustom ? handler.http_headers : handler.custom_http_headers) ?? [];
  return {
    ...NEW_WEBHOOK,
    ...{ key, description, enabled, domain: filter.domain, eventTypes: filter.event_types },
    ...criteriaValues(filter.criteria ?? {}),
    url: handler.url,
    handlerType: handler.handler_type,
    signs: handler.use_secret_for_signing ?? false,
    useProxy: handler.proxy !== undefined,
    proxy: handler.proxy ?? '',
    headers: headers.map(pairOf),
    method: handler.method ?? 'POST',
    secrets: (handler.secrets ?? []).map(pairOf),
    payload: handler.payload ?? '',
  };
}

function criteriaValues(criteria: WebhookCriteria): Partial<WebhookValues> {
  const { registeredReleaseBundlesNames: first = [], selectedReleaseBundles: second = [] } = criteria;
  return {
    anyLocal: criteria.anyLocal ?? false,
    anyRemote: criteria.anyRemote ?? false,
    anyFederated: criteria.anyFederated ?? false,
    repoKeys: criteria.repoKeys ?? [],
    anyBuild: criteria.anyBuild ?? false,
    selectedBuilds: criteria.selectedBuilds ?? [],
    anyReleaseBundle: criteria.anyReleaseBundle ?? false,
    bundles: [...new Set([...first, ...second])],
    environments: criteria.selectedEnvironments ?? [],
    includePatterns: criteria.includePatterns ?? [],
    excludePatterns: criteria.excludePatterns ?? [],
  };
}

function pairOf({ name, value }: { name: string; value?: string }): Pair {
  return value === undefined ? { name, value: '', stored: true } : { name, value };
}

/** The request body for the server. */
export function webhookOf(values: WebhookValues): NewWebhook {
  const { key, description, enabled, domain, eventTypes } = values;
  return {
    key: key.trim(),
    description,
    enabled,
    event_filter: { domain, event_types: [...eventTypes], criteria: criteriaFrom(values) },
    handlers: [handlerFrom(values)],
  };
}

function criteriaFrom(values: WebhookValues): WebhookCriteria {
  const kind = criteriaOf(values.domain);
  if (kind === 'none') return {};
  const { anyLocal, anyRemote, anyFederated, anyBuild, anyReleaseBundle } = values;
  return {
    ...(kind === 'repositories' ? { anyLocal, anyRemote, anyFederated, repoKeys: [...values.repoKeys] } : {}),
    ...(kind === 'builds' ? { anyBuild, selectedBuilds: [...values.selectedBuilds] } : {}),
    ...(kind === 'bundles' || kind === 'environments'
      ? { anyReleaseBundle, [bundleField(values.domain)]: [...values.bundles] }
      : {}),
    ...(kind === 'environments' ? { selectedEnvironments: [...values.environments] } : {}),
    includePatterns: [...values.includePatterns],
    excludePatterns: [...values.excludePatterns],
  };
}

/** As existing scripts name it. */
function bundleField(domain: string): 'selectedReleaseBundles' | 'registeredReleaseBundlesNames' {
  return domain.startsWith('release_bundle_v2') ? 'selectedReleaseBundles' : 'registeredReleaseBundlesNames';
}

function handlerFrom(values: WebhookValues): NewWebhook['handlers'][number] {
  const { handlerType, url, secret, dropSecret, signs, useProxy, proxy, headers, method } = values;
  const start = { handler_type: handlerType, url: url.trim(), ...(useProxy && proxy ? { proxy } : {}) };
  if (handlerType === 'webhook')
    return {
      ...start,
      ...(secret !== '' || dropSecret ? { secret } : {}),
      use_secret_for_signing: signs,
      custom_http_headers: headers.map(pairFrom),
    };
  return {
    ...start,
    method,
    secrets: values.secrets.map(pairFrom),
    http_headers: headers.map(pairFrom),
    payload: values.payload,
  };
}

function pairFrom({ name, value, stored }: Pair): { name: string; value?: string } {
  return stored && value === '' ? { name: name.trim() } : { name: name.trim(), value };
}
