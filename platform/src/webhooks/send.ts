import type { WebhookTest } from '@lading/contract/rest';
import type { OutgoingResponse } from '../outgoing/OutgoingClient.ts';
import { asOutgoingError, type OutgoingError } from '../outgoing/OutgoingError.ts';
import { outgoing } from '../outgoing/outgoing.ts';
import { conceal, mask, secretValues } from './conceal.ts';
import { bodyOf, type WebhookEvent } from './payload.ts';
import type { Header, Secrets, StoredSubscription, Subscription } from './Subscription.ts';
import { isSensitive } from './secrets.ts';
import { signatureHeaders } from './sign.ts';
import { escapeHeader, escapeJson, renderTemplate, type TemplateValues } from './template.ts';

/** Maximum bytes of a response that are stored and shown. */
const maxResponseBytes = 1024;
/** Milliseconds. Receivers should respond before they process an event. */
const times = { connect: 5_000, answer: 10_000 };

type SentRequest = WebhookTest['request'];

/** Result of one request. */
export interface Attempt {
  /** The request, without secrets. */
  request: SentRequest;
  started: Date;
  /** Milliseconds. */
  duration: number;
  /** Absent: no response. */
  status?: number;
  /** The first kilobyte of the response. */
  response: string;
  /** Absent: success. */
  error?: string;
  fault?: OutgoingError['fault'] | 'status';
}

type Receiver = Pick<Subscription, 'key' | 'handler' | 'origin'> & Partial<Pick<StoredSubscription, 'owner'>>;

interface Prepared {
  method: NonNullable<Subscription['handler']['method']>;
  headers: Record<string, string>;
  body: string | undefined;
  shown: SentRequest;
  /** Masked in the response. */
  secretValues: string[];
}

/** Sends one event. Never throws for errors of the receiver or the network. */
export async function sendEvent(
  receiver: Receiver,
  secrets: Secrets,
  event: WebhookEvent,
  signal: AbortSignal,
): Promise<Attempt> {
  const started = new Date();
  const began = performance.now();
  const {
    method,
    headers,
    body,
    shown,
    secretValues: hidden,
  } = prepareRequest(receiver, secrets, event, started);
  const timeout = AbortSignal.timeout(times.answer);
  const done = (rest: Pick<Attempt, 'response'> & Partial<Attempt>): Attempt => ({
    ...{ request: shown, started, duration: Math.round(performance.now() - began) },
    ...rest,
  });
  try {
    const answer = await outgoing().request(receiver.handler.url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      service: 'webhooks',
      proxy: receiver.handler.proxy,
      redirects: 'none',
      isUsers: typeof receiver.owner === 'string',
      connectTimeout: times.connect,
      headersTimeout: times.answer,
      signal: AbortSignal.any([signal, timeout]),
    });
    const response = await startOf(answer, hidden);
    const { status } = answer;
    if (status >= 200 && status < 300) return done({ status, response });
    return done({ status, response, fault: 'status', error: `The receiver returned status ${status}` });
  } catch (cause) {
    if (signal.aborted) throw cause;
    const late = timeout.aborted;
    const { fault, message } = asOutgoingError(cause);
    return done({
      response: '',
      fault: late ? 'timeout' : fault,
      error: late ? `The receiver sent no answer within ${times.answer / 1000} seconds` : message,
    });
  }
}

/** Builds the request for an event; `shown` contains masks instead of secrets. */
export function prepareRequest(
  { key, handler, origin }: Receiver,
  secrets: Secrets,
  event: WebhookEvent,
  time: Date,
): Prepared {
  const isCustom = handler.handler_type === 'custom-webhook';
  const plain = bodyOf(event, key, origin);
  const method = isCustom ? (handler.method ?? 'POST') : 'POST';
  const render = (named: Readonly<Record<string, string>>) => {
    const values: TemplateValues = { ...plain, secrets: named };
    const text = (value: string) => (isCustom ? renderTemplate(value, values, escapeHeader) : value);
    return {
      headers: secrets.headers.map(({ name, value }) => ({ name, value: text(value) })),
      body: isCustom ? renderTemplate(handler.payload ?? '', values, escapeJson) : JSON.stringify(plain),
    };
  };
  const sent = render(secrets.named);
  const names = Object.keys(secrets.named);
  // Without secrets in templates, both are the same.
  const masked = names.length === 0 ? sent : render(Object.fromEntries(names.map((name) => [name, mask])));
  const signs = handler.use_secret_for_signing ?? false;
  const own: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Lading-Webhooks',
    ...signatureHeaders(event.id, time, sent.body, secrets, signs),
  };
  const hasBody = method !== 'GET' && sent.body !== '';
  return {
    method,
    headers: { ...own, ...lowercase(sent.headers) },
    body: hasBody ? sent.body : undefined,
    shown: {
      method,
      url: handler.url,
      headers: [
        ...Object.entries(own).map(([name, value]) => ({
          name,
          value: name === 'x-jfrog-event-auth' && !signs ? mask : value,
        })),
        ...masked.headers.map((header, at) =>
          isSensitive(secrets.headers[at] ?? header) ? { ...header, value: mask } : header,
        ),
      ],
      body: hasBody ? masked.body : '',
    },
    secretValues: secretValues(secrets, sent.headers),
  };
}

function lowercase(headers: readonly Header[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

/**
 * Reads the start of the response, without secrets that the receiver returns, and discards the
 * rest.
 */
async function startOf(answer: OutgoingResponse, hidden: readonly string[]): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= maxResponseBytes) break;
  }
  answer.discard();
  // The database cannot store NUL, and the last character can be incomplete.
  const text = Buffer.concat(parts).subarray(0, maxResponseBytes).toString('utf8');
  return conceal(text.replaceAll('\0', '').replace(/\uFFFD$/, ''), hidden, size >= maxResponseBytes);
}
