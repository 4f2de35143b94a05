import type { WebhookChange, WebhookCriteria, WebhookHandler } from '@lading/contract/rest';
import { HttpError } from '../errors/HttpError.ts';
import { checkGlobs } from '../globs/Glob.ts';
import { OutgoingError } from '../outgoing/OutgoingError.ts';
import { outgoing } from '../outgoing/outgoing.ts';
import { allProxies } from '../outgoing/proxies/proxies.ts';
import { domainOf } from './domains.ts';
import type { Handler, Subscription } from './Subscription.ts';

/** Names of webhooks and secrets. */
const namePattern = /^[a-zA-Z][\w-]+$/;
const headerPattern = /^[!#$%&'*+.^`|~\w-]+$/;
/** Headers set by the platform or the connection. */
const ownHeaders =
  /^(?:host|content-length|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|webhook-.*|x-jfrog-event-auth)$/i;

/**
 * Validates a webhook from a client and returns its configuration without secrets. Throws
 * `HttpError` 400.
 */
export async function readWebhook(key: string, body: WebhookChange, origin: string): Promise<Subscription> {
  const { description = '', enabled = true, event_filter: filter, handlers } = body;
  const [handler] = handlers;
  if (!handler) throw bad('handlers must contain one handler');
  if (!namePattern.test(key))
    throw new HttpError(
      400,
      'BAD_WEBHOOK_KEY',
      `The key "${key}" is not valid. Expected at least 2 letters, digits, "_", or "-", starting with a letter`,
    );
  checkFilter(filter.domain, filter.event_types);
  const { criteria = {} } = filter;
  checkSelection(filter.domain, criteria);
  checkGlobs(`Webhook ${key}`, [...(criteria.includePatterns ?? []), ...(criteria.excludePatterns ?? [])]);
  checkHeaders([...(handler.custom_http_headers ?? []), ...(handler.http_headers ?? [])]);
  checkSecretNames(handler.secrets ?? []);
  await checkUrl(handler.url);
  if (handler.proxy && !(await allProxies()).has(handler.proxy)) throw noProxy(handler.proxy);
  return {
    key,
    description,
    enabled,
    domain: filter.domain,
    eventTypes: [...new Set(filter.event_types)],
    criteria,
    handler: plainOf(handler),
    origin,
  };
}

function plainOf(handler: WebhookHandler): Handler {
  const { handler_type, url, use_secret_for_signing, proxy, method, payload } = handler;
  const start = { handler_type, url, ...(proxy ? { proxy } : {}) };
  if (handler_type === 'webhook')
    return { ...start, use_secret_for_signing: use_secret_for_signing ?? false };
  return { ...start, method: method ?? 'POST', payload: payload ?? '' };
}

function checkFilter(domain: string, types: readonly string[]): void {
  const known = domainOf(domain);
  const see = 'GET /event/api/v1/domains lists all domains and event types';
  if (!known) throw bad(`Unknown domain "${domain}". ${see}`);
  if (types.length === 0) throw bad('Select at least one event type');
  for (const type of types)
    if (!known.event_types.some(({ name }) => name === type))
      throw bad(`Domain ${domain} has no event type "${type}". ${see}`);
}

/** Criteria of a kind, as far as they are given. Without any, everything is selected. */
function selectionOf(kind: string, criteria: WebhookCriteria): (boolean | readonly string[] | undefined)[] {
  if (kind === 'repositories')
    return [criteria.anyLocal, criteria.anyRemote, criteria.anyFederated, criteria.repoKeys];
  if (kind === 'builds') return [criteria.anyBuild, criteria.selectedBuilds];
  const { anyReleaseBundle, registeredReleaseBundlesNames, selectedReleaseBundles } = criteria;
  return kind === 'none' ? [] : [anyReleaseBundle, registeredReleaseBundlesNames, selectedReleaseBundles];
}

/** Throws `HttpError` 400 for criteria that no event can meet. */
function checkSelection(domain: string, criteria: WebhookCriteria): void {
  const kind = domainOf(domain)?.criteria ?? 'none';
  const given = selectionOf(kind, criteria).filter((each) => each !== undefined);
  if (given.length === 0 || given.some((each) => each === true || (each !== false && each.length > 0)))
    return;
  throw bad(
    `The criteria select nothing, so no event would be sent. Select ${kind === 'environments' ? 'bundles' : kind}, or remove these criteria to select all`,
  );
}

function checkSecretNames(secrets: readonly { name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of secrets) {
    if (!namePattern.test(name)) throw bad(`The secret name "${name}" is not valid`);
    if (names.has(name)) throw bad(`Two secrets have the name "${name}". Rename or remove one of them`);
    names.add(name);
  }
}

function checkHeaders(headers: readonly { name: string; value?: string }[]): void {
  for (const { name, value = 'kept' } of headers) {
    if (name.trim() === '' || value.trim() === '') throw bad('Header must contain name and value');
    if (!headerPattern.test(name)) throw bad(`The header name "${name}" is not valid`);
    if (ownHeaders.test(name)) throw bad(`The platform sets the header "${name}" itself. Remove it`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: headers must not contain control characters
    if (/[\0-\x08\n-\x1f\x7f]|[^\0-\xff]/.test(value))
      throw bad(`The value of header "${name}" contains characters that a header cannot have`);
  }
}

/**
 * Throws `HttpError` 400 for an invalid receiver URL. Host names are resolved and checked when a
 * request is sent.
 */
export async function checkUrl(text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw badUrl('Expected http:// or https:// and a host, without a user name and password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Check only addresses and localhost, which need no DNS lookup.
  if (!/^[\d.]+$|:|(?:^|\.)localhost\.?$/.test(host)) return;
  try {
    await outgoing().checkedAddress(host, {});
  } catch (error) {
    if (!(error instanceof OutgoingError) || error.fault !== 'refused') throw error;
    throw badUrl(`${error.message}. An operator can allow the network with LADING_ALLOWED_NETWORKS`);
  }
}

function badUrl(why: string): HttpError {
  return new HttpError(400, 'BAD_WEBHOOK_URL', `Enter a valid URL. ${why}`);
}

function noProxy(key: string): HttpError {
  const message = `Proxy "${key.slice(0, 100)}" not found. Create it first, or select another one`;
  return new HttpError(400, 'PROXY_NOT_FOUND', message);
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_WEBHOOK', message);
}
