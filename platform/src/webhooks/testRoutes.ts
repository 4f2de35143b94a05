import { randomUUID } from 'node:crypto';
import { NewWebhook, WebhookPreview, WebhookTest } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { lastEvent } from './history.ts';
import type { WebhookEvent } from './payload.ts';
import { readForm } from './readForm.ts';
import { sampleData } from './samples.ts';
import { type Attempt, prepareRequest, sendEvent } from './send.ts';

/** Sends a dummy event for the content of a form, saved or not. */
export async function testRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Webhooks', access: administrators });

  api.post(
    '/subscriptions/test',
    {
      schema: {
        summary: 'Sends a dummy event to the URL of a webhook, saved or not.',
        description: 'For an existing key, omitted secrets are those that are stored.',
        body: NewWebhook,
        response: { 200: WebhookTest },
      },
      config: {
        errors: { 400: ['BAD_WEBHOOK'], 502: ['RECEIVER_FAILED'], 504: ['RECEIVER_TIMEOUT'] },
      },
    },
    async (request): Promise<WebhookTest> => {
      const { key, ...body } = request.body;
      const { webhook, secrets } = await readForm(app.seal, key, body, ownOrigin(request));
      const type = `${webhook.domain}.${webhook.eventTypes[0] ?? ''}`;
      const event = sampleEvent(type, callerOf(request).userName);
      const attempt = await sendEvent(webhook, secrets, event, AbortSignal.timeout(30_000));
      return succeeded(attempt);
    },
  );

  api.post(
    '/subscriptions/preview',
    {
      schema: {
        summary:
          'Renders the request of a webhook, saved or not, from the last event of its types or from a sample.',
        body: NewWebhook,
        response: { 200: WebhookPreview },
      },
      config: { errors: { 400: ['BAD_WEBHOOK', 'BAD_WEBHOOK_TEMPLATE'] } },
    },
    async (request): Promise<WebhookPreview> => {
      const { key, ...body } = request.body;
      const { webhook, secrets } = await readForm(app.seal, key, body, ownOrigin(request));
      const types = webhook.eventTypes.map((name) => `${webhook.domain}.${name}`);
      const found = await lastEvent(types);
      const event = found ?? sampleEvent(types[0] ?? '', callerOf(request).userName);
      const origin = app.platform.publicUrl.current ?? webhook.origin;
      const { shown } = prepareRequest({ ...webhook, origin }, secrets, event, new Date());
      return { request: shown, ...(found ? { event_time: found.created } : {}) };
    },
  );
}

function sampleEvent(type: string, userName: string): WebhookEvent {
  return { id: randomUUID(), type, data: sampleData(type), source: `lading/${userName}` };
}

/** Throws `HttpError` 502 or 504 if the receiver failed, 400 if the URL is not allowed. */
function succeeded({ request, status, duration, response, fault, error = '' }: Attempt): WebhookTest {
  if (fault === undefined && status !== undefined) return { status, duration, response, request };
  if (fault === 'refused') throw new HttpError(400, 'BAD_WEBHOOK_URL', `Enter a valid URL. ${error}`);
  if (fault === 'timeout') throw new HttpError(504, 'RECEIVER_TIMEOUT', error);
  throw new HttpError(502, 'RECEIVER_FAILED', error, response);
}
