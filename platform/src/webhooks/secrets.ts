import type { NewWebhook, WebhookHandler } from '@lading/contract/rest';
import { HttpError } from '../errors/HttpError.ts';
import { type Seal, SealBroken } from '../secrets/Seal.ts';
import type { Header, Secrets } from './Subscription.ts';

type Pair = NonNullable<WebhookHandler['secrets']>[number];

/** Milliseconds for which requests are also signed with the previous secret after a change. */
const rotation = 24 * 3_600_000;
/** Headers whose values are returned. Those of all others can be credentials. */
const harmless =
  /^(?:accept(?:-charset|-encoding|-language)?|cache-control|content-(?:encoding|language|type)|user-agent)$/i;
/** Header values that consist of templates, with no text of their own but a scheme. */
const templates = /^\s*(?:(?:bearer|basic|token) +)?(?:\{\{\s*\.[\w.-]+\s*\}\}\s*)+$/i;

const noSecrets: Secrets = { named: {}, headers: [] };

export function sealSecrets(seal: Seal, key: string, secrets: Secrets): Buffer {
  return seal.close(JSON.stringify(secrets), `webhook:${key}`);
}

/** Throws `SealBroken` if they were encrypted with another key. */
export function openSecrets(seal: Seal, key: string, sealed: Buffer): Secrets {
  return JSON.parse(seal.open(sealed, `webhook:${key}`)) as Secrets;
}

/**
 * Like `openSecrets`, for forms: unreadable secrets are returned as empty and must be entered
 * again.
 */
export function readableSecrets(seal: Seal, key: string, sealed: Buffer): Secrets {
  try {
    return openSecrets(seal, key, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return noSecrets;
    throw error;
  }
}

/** Whether the value of a header can be a credential, which is not returned. */
export function isSensitive({ name, value }: Header): boolean {
  return !harmless.test(name) && !templates.test(value);
}

export interface Former {
  secrets: Secrets;
  url: string;
  proxy: string | undefined;
}

/**
 * Returns the secrets of a handler: omitted ones keep their stored values. Stored secrets are only
 * for the host they were entered for, so that a changed URL cannot reveal them. Without TLS, a
 * proxy reads them, too. Throws `HttpError` 400.
 */
export function secretsOf(handler: NewWebhook['handlers'][number], former: Former | undefined): Secrets {
  const before = former?.secrets ?? noSecrets;
  const moved = former && movedTo(handler, former);
  const keep = <Value>(what: string, value: Value | undefined): Value | undefined => {
    if (value === undefined || !moved) return value;
    throw new HttpError(400, 'SECRETS_REQUIRED', `${moved[0]}. Enter ${what} again, because ${moved[1]}`);
  };
  const isCustom = handler.handler_type === 'custom-webhook';
  const secret = isCustom
    ? undefined
    : (handler.secret ?? keep('the secret', before.secret || undefined)) || undefined;
  return {
    ...(secret === undefined ? {} : { secret }),
    ...previousOf(secret, before),
    named: isCustom ? namedOf(handler.secrets ?? [], before, keep) : {},
    headers: headersOf((isCustom ? handler.http_headers : handler.custom_http_headers) ?? [], before, keep),
  };
}

/** Returns what changed, and why secrets must be entered again; `undefined` if they can be kept. */
function movedTo(
  { url, proxy }: Pick<WebhookHandler, 'url' | 'proxy'>,
  former: Former,
): [what: string, why: string] | undefined {
  if (originOf(former.url) !== originOf(url))
    return ['The URL has another host', 'secrets are only sent to the host they were entered for'];
  const isPlain = URL.canParse(url) && new URL(url).protocol === 'http:';
  if (isPlain && (former.proxy || undefined) !== (proxy || undefined))
    return [
      'The webhook has another proxy',
      'the proxy of an http:// URL can read them. With an https:// URL it cannot',
    ];
  return undefined;
}

type Keep = <Value>(what: string, value: Value | undefined) => Value | undefined;

function previousOf(secret: string | undefined, before: Secrets): Pick<Secrets, 'previous'> {
  if (secret === undefined || before.secret === undefined) return {};
  if (secret === before.secret) return before.previous ? { previous: before.previous } : {};
  return { previous: { secret: before.secret, until: new Date(Date.now() + rotation).toISOString() } };
}

function namedOf(given: readonly Pair[], before: Secrets, keep: Keep): Record<string, string> {
  return Object.fromEntries(
    given.map(({ name, value }) => {
      const found = value ?? keep(`secret "${name}"`, before.named[name]);
      if (!found) throw missingValue(`secret "${name}"`);
      return [name, found];
    }),
  );
}

function headersOf(given: readonly Pair[], before: Secrets, keep: Keep): Header[] {
  const left = [...before.headers];
  return given.map(({ name, value }) => {
    // Headers can have the same name: their values are kept in order.
    const at = left.findIndex((each) => each.name.toLowerCase() === name.toLowerCase());
    const [former] = at < 0 ? [] : left.splice(at, 1);
    const kept = former?.value;
    const found = value ?? keep(`header "${name}"`, kept);
    if (found === undefined) throw missingValue(`header "${name}"`);
    return { name, value: found };
  });
}

function missingValue(what: string): HttpError {
  return new HttpError(400, 'BAD_WEBHOOK', `Invalid webhook. The value of ${what} is missing`);
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
