import type { WebhookDeliveryDetails } from '@lading/contract/rest';
import type { Header, Secrets } from './Subscription.ts';
import { isSensitive } from './secrets.ts';
import { escapeJson } from './template.ts';

/** Replaces a secret. */
export const mask = '***';
/** Shorter values are not replaced in texts, because they are parts of other words. */
const minSecret = 4;
/** Headers set by the platform, which masks them when it sends a request. */
const ownHeaders = /^(?:webhook-.*|x-jfrog-event-auth)$/;

/**
 * Returns the values that must not appear in what is stored and shown, longest first, also as JSON
 * strings and URLs contain them. `sent` are the headers with rendered templates, in the same order.
 */
export function secretValues(secrets: Secrets, sent: readonly Header[] = secrets.headers): string[] {
  const values = [
    ...[secrets.secret ?? '', secrets.previous?.secret ?? ''],
    ...Object.values(secrets.named),
    ...secrets.headers.flatMap((header, at) => (isSensitive(header) ? partsOf(sent[at]?.value ?? '') : [])),
  ];
  const forms = values
    .filter(({ length }) => length >= minSecret)
    .flatMap((value) => {
      const json = escapeJson(value);
      return [value, json, escapeJson(json), encodeURIComponent(value.toWellFormed())];
    });
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** Returns the value of a header and its credentials: without the scheme, and the password. */
function partsOf(value: string): string[] {
  const [, scheme = '', rest = ''] = /^(\w+) +(.*)$/.exec(value) ?? [];
  const pair = /^basic$/i.test(scheme) ? Buffer.from(rest, 'base64').toString() : '';
  return [value, rest, pair.slice(pair.indexOf(':') + 1)];
}

/** Masks secrets in a text. If the text is cut off, its end can be the start of a secret. */
export function conceal(text: string, values: readonly string[], isCut = false): string {
  const clean = values.reduce((rest, value) => rest.replaceAll(value, mask), text);
  if (!isCut) return clean;
  for (const value of values)
    for (let length = Math.min(value.length - 1, clean.length); length > 0; length--)
      if (clean.endsWith(value.slice(0, length))) return clean.slice(0, -length) + mask;
  return clean;
}

/**
 * Masks the current secrets of a webhook in a stored delivery. Earlier versions stored values of
 * headers and what the receiver returned; the history keeps them for up to 7 days.
 */
export function concealDelivery(details: WebhookDeliveryDetails, secrets: Secrets): WebhookDeliveryDetails {
  const { request, response } = details;
  const values = secretValues(secrets);
  const isShown = (header: Header) =>
    ownHeaders.test(header.name) ||
    !isSensitive(header) ||
    secrets.headers.some((each) => each.name === header.name && !isSensitive(each));
  return {
    ...details,
    ...(request && {
      request: {
        ...request,
        headers: request.headers.map((header) => ({
          ...header,
          value: isShown(header) ? conceal(header.value, values) : mask,
        })),
        body: conceal(request.body, values),
      },
    }),
    ...(response === undefined ? {} : { response: conceal(response, values) }),
  };
}
