import {
  oneOf,
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { record, recordChange } from '../access/audit/record.ts';
import { transaction } from '../database/db.ts';
import { type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { concealDelivery } from './conceal.ts';
import { readHistory, redeliver, requireDelivery } from './history.ts';
import { renderWebhook } from './render.ts';
import { readableSecrets } from './secrets.ts';
import { requireSubscription, resumeSubscription } from './subscriptions.ts';

const url = '/subscriptions/:key';
const byKey = Type.Object({ key: Type.String() });
const byId = Type.Object({ key: Type.String(), id: Type.String({ pattern: '^[0-9]{1,18}$' }) });
const historyQuery = Type.Object({
  state: Type.Optional(oneOf(['waiting', 'delivered', 'failed'])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  cursor: Type.Optional(Type.String({ maxLength: 2000 })),
});
const unknown = { 404: ['WEBHOOK_NOT_FOUND'] };
const unknownDelivery = { 404: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'] };

/** Delivery history of a webhook. */
export async function deliveryRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Webhooks', access: administrators });
  const idOf = async (key: string) => (await requireSubscription(key)).id;

  api.get(
    `${url}/deliveries`,
    {
      schema: {
        summary: 'Lists deliveries of a webhook, newest first.',
        params: byKey,
        querystring: historyQuery,
        response: { 200: WebhookDeliveries },
      },
      config: { errors: { ...unknown, 400: ['BAD_CURSOR'] } },
    },
    async (request) => readHistory(await idOf(request.params.key), request.query),
  );

  api.get(
    `${url}/deliveries/:id`,
    {
      schema: {
        summary: 'Returns a delivery with the request and the answer of its last attempt.',
        params: byId,
        response: { 200: WebhookDeliveryDetails },
      },
      config: { errors: unknownDelivery },
    },
    async (request) => {
      const { id, key, sealed } = await requireSubscription(request.params.key);
      const details = await requireDelivery(id, request.params.id);
      return concealDelivery(details, readableSecrets(app.seal, key, sealed));
    },
  );

  api.post(
    `${url}/deliveries/:id/redeliver`,
    {
      schema: {
        summary: 'Sends the event of a delivery again, after those that wait.',
        params: byId,
        response: { 202: WebhookDelivery },
      },
      config: { errors: unknownDelivery },
    },
    async (request, reply) => {
      const { key, id } = request.params;
      const webhook = await idOf(key);
      const made = await transaction(async () => {
        const next = await redeliver(webhook, id);
        await record(request, 'webhook-redelivered', `Delivery ${id} of webhook ${key} is sent again`);
        return next;
      });
      app.webhooks.wake();
      const { request: _request, response: _response, ...delivery } = await requireDelivery(webhook, made);
      return reply.code(202).send(delivery);
    },
  );
  resumeRoute(api);
}

function resumeRoute(api: OwnApi): void {
  api.post(
    `${url}/resume`,
    {
      schema: {
        summary: 'Resumes a paused webhook, or retries a failing one now.',
        params: byKey,
        response: { 200: Webhook },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { key, paused } = await requireSubscription(request.params.key);
      await transaction(async () => {
        await resumeSubscription(key);
        const detail = paused ? `Webhook ${key} was resumed` : `Webhook ${key} is retried now`;
        const change = paused ? { before: { paused: true }, after: { paused: false } } : {};
        await recordChange(request, 'webhook-changed', detail, change);
      });
      await api.webhooks.changed();
      const found = await requireSubscription(key);
      return renderWebhook(found, readableSecrets(api.seal, key, found.sealed));
    },
  );
}
