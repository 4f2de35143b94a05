import { createHmac } from 'node:crypto';
import type { Secrets } from './Subscription.ts';

/**
 * Returns the headers that authenticate a request: `X-JFrog-Event-Auth` for existing receivers, and
 * those of the Standard Webhooks specification. The ID is the event ID, the same for each attempt.
 */
export function signatureHeaders(
  id: string,
  time: Date,
  body: string,
  { secret, previous }: Secrets,
  signs: boolean,
): Record<string, string> {
  const timestamp = String(Math.floor(time.getTime() / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secret === undefined) return headers;
  const isValid = previous !== undefined && Date.parse(previous.until) > time.getTime();
  const valid = isValid ? [secret, previous.secret] : [secret];
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = valid.map((key) => `v1,${hmac(keyOf(key), signed).toString('base64')}`);
  return {
    ...headers,
    'webhook-signature': signatures.join(' '),
    'x-jfrog-event-auth': signs ? hmac(Buffer.from(secret), body).toString('hex') : secret,
  };
}

/** Decodes secrets with the specification's prefix from base64; uses others as is. */
function keyOf(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
