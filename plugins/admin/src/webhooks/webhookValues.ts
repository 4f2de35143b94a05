import type { NewWebhook, Webhook, WebhookCriteria, WebhookDomain } from '@lading/contract/rest';

/** A name with a value, such as a header. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  /** The name whose value the server has, but doesn't return. */
  readonly storedName?: string;
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
  /** Kinds whose criteria select nothing by name: all events are sent, also after saving. */
  readonly unrestricted: readonly CriteriaKind[];
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
  unrestricted: [],
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
  const unrestricted = unrestrictedKinds(criteria);
  const [repositories, builds, allBundles] = kindsWithNames.map((kind) => unrestricted.includes(kind));
  return {
    unrestricted,
    anyLocal: criteria.anyLocal ?? repositories ?? false,
    anyRemote: criteria.anyRemote ?? repositories ?? false,
    anyFederated: criteria.anyFederated ?? repositories ?? false,
    repoKeys: criteria.repoKeys ?? [],
    anyBuild: criteria.anyBuild ?? builds ?? false,
    selectedBuilds: criteria.selectedBuilds ?? [],
    anyReleaseBundle: criteria.anyReleaseBundle ?? allBundles ?? false,
    bundles: [...new Set([...first, ...second])],
    environments: criteria.selectedEnvironments ?? [],
    includePatterns: criteria.includePatterns ?? [],
    excludePatterns: criteria.excludePatterns ?? [],
  };
}

const kindsWithNames = ['repositories', 'builds', 'bundles'] as const;

/** Like the server, which sends all events without any selection. */
function unrestrictedKinds(criteria: WebhookCriteria): CriteriaKind[] {
  const { anyLocal, anyRemote, anyFederated, repoKeys } = criteria;
  const { registeredReleaseBundlesNames: first, selectedReleaseBundles: second } = criteria;
  const selections = {
    repositories: [anyLocal, anyRemote, anyFederated, repoKeys],
    builds: [criteria.anyBuild, criteria.selectedBuilds],
    bundles: [criteria.anyReleaseBundle, first, second],
  };
  return kindsWithNames.filter((kind) => selections[kind].every((each) => each === undefined));
}

function pairOf({ name, value }: { name: string; value?: string }): Pair {
  return value === undefined ? { name, value: '', storedName: name } : { name, value };
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

/** The kind whose fields select by name. */
function namesOf(kind: CriteriaKind): CriteriaKind {
  return kind === 'environments' ? 'bundles' : kind;
}

/** The field of the names if the criteria select nothing, so that no event is sent. */
export function emptySelection(values: WebhookValues): 'repoKeys' | 'selectedBuilds' | 'bundles' | undefined {
  const { anyLocal, anyRemote, anyFederated, anyBuild, anyReleaseBundle } = values;
  switch (namesOf(criteriaOf(values.domain))) {
    case 'repositories':
      return anyLocal || anyRemote || anyFederated || values.repoKeys.length > 0 ? undefined : 'repoKeys';
    case 'builds':
      return anyBuild || values.selectedBuilds.length > 0 ? undefined : 'selectedBuilds';
    case 'bundles':
      return anyReleaseBundle || values.bundles.length > 0 ? undefined : 'bundles';
    default:
      return undefined;
  }
}

/** Whether the criteria were unrestricted and the user restricted nothing. */
function staysUnrestricted(values: WebhookValues, kind: CriteriaKind): boolean {
  const { anyLocal, anyRemote, anyFederated, anyBuild, anyReleaseBundle } = values;
  if (!values.unrestricted.includes(namesOf(kind))) return false;
  if (kind === 'repositories') return anyLocal && anyRemote && anyFederated && values.repoKeys.length === 0;
  if (kind === 'builds') return anyBuild && values.selectedBuilds.length === 0;
  return anyReleaseBundle && values.bundles.length === 0;
}

function selectionFrom(values: WebhookValues, kind: CriteriaKind): WebhookCriteria {
  if (staysUnrestricted(values, kind)) return {};
  const { anyLocal, anyRemote, anyFederated, anyBuild, anyReleaseBundle } = values;
  if (kind === 'repositories') return { anyLocal, anyRemote, anyFederated, repoKeys: [...values.repoKeys] };
  if (kind === 'builds') return { anyBuild, selectedBuilds: [...values.selectedBuilds] };
  return { anyReleaseBundle, [bundleField(values.domain)]: [...values.bundles] };
}

function criteriaFrom(values: WebhookValues): WebhookCriteria {
  const kind = criteriaOf(values.domain);
  if (kind === 'none') return {};
  return {
    ...selectionFrom(values, kind),
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

function pairFrom(pair: Pair): { name: string; value?: string } {
  const name = pair.name.trim();
  return isStored(pair) && pair.value === '' ? { name } : { name, value: pair.value };
}

/** Whether the server has a value for the name. A name that was changed back keeps its value. */
export function isStored({ name, storedName }: Pair): boolean {
  return storedName !== undefined && name.trim() === storedName;
}
