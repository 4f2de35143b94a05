import { NewWebhook, Webhook, WebhookChange, WebhookDomain } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { recordChange } from '../access/audit/record.ts';
import { nextCursorHeader } from '../access/lists/orderedPage.ts';
import { transaction } from '../database/db.ts';
import { noContent, ownApi } from '../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../http/entityTag.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { deliveryRoutes } from './deliveryRoutes.ts';
import { domains } from './domains.ts';
import { ownRoutes } from './own/routes.ts';
import { patternRoutes } from './patternRoutes.ts';
import { readForm } from './readForm.ts';
import { renderWebhook } from './render.ts';
import type { Subscription } from './Subscription.ts';
import { readableSecrets, sealSecrets } from './secrets.ts';
import {
  deleteSubscription,
  insertSubscription,
  lockSubscription,
  requireSubscription,
  type SubscriptionWithHealth,
  subscriptionPage,
  subscriptionQuery,
  updateSubscription,
} from './subscriptions.ts';
import { testRoutes } from './testRoutes.ts';

const byKey = Type.Object({ key: Type.String() });
const unknown = { 404: ['WEBHOOK_NOT_FOUND'] };
const invalid = [
  'BAD_WEBHOOK',
  'BAD_WEBHOOK_KEY',
  'BAD_WEBHOOK_URL',
  'BAD_WEBHOOK_TEMPLATE',
  'BAD_PATTERN',
  'PROXY_NOT_FOUND',
  'SECRETS_REQUIRED',
];

/**
 * Webhooks, under `/event/api/v1`, for administrators, and the one of the caller's notifications.
 */
export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  for (const routes of [readingRoutes, changingRoutes, deliveryRoutes, testRoutes])
    await app.register(routes, { prefix: '/event/api/v1' });
  await app.register(ownRoutes, { prefix: '/ui/api/v1/ui/notifications/webhook' });
  await app.register(patternRoutes, { prefix: '/ui/api/v1/ui/permissiontargets' });
}

function renderer({ seal }: FastifyInstance) {
  return (found: SubscriptionWithHealth): Webhook =>
    renderWebhook(found, readableSecrets(seal, found.key, found.sealed));
}

async function readingRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Webhooks', access: administrators });
  const render = renderer(app);

  api.get(
    '/domains',
    {
      schema: {
        summary: 'Lists the domains and event types of webhooks.',
        response: { 200: Type.Array(WebhookDomain) },
      },
    },
    async () => [...domains],
  );

  api.get(
    '/subscriptions',
    {
      schema: {
        summary: 'Lists webhooks.',
        description: 'With `limit`, a page: the header `X-Next-Cursor` has the `cursor` of the next one.',
        querystring: subscriptionQuery,
        response: { 200: Type.Array(Webhook) },
      },
      config: { errors: { 400: ['BAD_CURSOR'] } },
    },
    async (request, reply) => {
      const { rows, cursor } = await subscriptionPage(request.query);
      if (cursor !== undefined) reply.header(nextCursorHeader, cursor);
      return rows.map(render);
    },
  );

  api.get(
    '/subscriptions/:key',
    {
      schema: { summary: 'Returns a webhook.', params: byKey, response: { 200: Webhook } },
      config: { errors: unknown },
    },
    async (request, reply) => {
      const found = await requireSubscription(request.params.key);
      sendTag(reply, taggedOf(found));
      return render(found);
    },
  );
}

async function changingRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Webhooks', access: administrators });
  const render = renderer(app);

  api.post(
    '/subscriptions',
    {
      schema: { summary: 'Creates a webhook.', body: NewWebhook, response: { 201: Webhook } },
      config: { errors: { 400: invalid, 409: ['WEBHOOK_EXISTS'] } },
    },
    async (request) => {
      const { key, ...body } = request.body;
      const { webhook, secrets } = await readForm(app.seal, key, body, ownOrigin(request));
      await transaction(async () => {
        await insertSubscription(webhook, sealSecrets(app.seal, key, secrets));
        const detail = `Webhook ${key} was created: ${urlOf(webhook.handler.url)}`;
        await recordChange(request, 'webhook-changed', detail, { after: settingsOf(webhook) });
      });
      await app.webhooks.changed();
      return render(await requireSubscription(key));
    },
  );

  api.put(
    '/subscriptions/:key',
    {
      schema: {
        summary: 'Replaces a webhook. Omitted secrets do not change.',
        params: byKey,
        body: WebhookChange,
        response: { 200: Webhook },
      },
      config: { errors: { ...unknown, 400: invalid, 412: ['CHANGED_SINCE'] } },
    },
    async (request) => {
      const { key } = request.params;
      await transaction(async () => {
        await lockSubscription(key);
        const stored = await requireSubscription(key);
        requireUnchanged(request, taggedOf(stored), `Webhook ${key}`);
        const before = settingsOf(stored);
        const { webhook, secrets } = await readForm(app.seal, key, request.body, ownOrigin(request));
        await updateSubscription(webhook, sealSecrets(app.seal, key, secrets));
        const detail = `Webhook ${key} was changed: ${urlOf(webhook.handler.url)}`;
        await recordChange(request, 'webhook-changed', detail, { before, after: settingsOf(webhook) });
      });
      await app.webhooks.changed();
      return render(await requireSubscription(key));
    },
  );

  api.delete(
    '/subscriptions/:key',
    {
      schema: {
        summary: 'Deletes a webhook, and the events that it has not delivered.',
        params: byKey,
        response: { 204: noContent },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const before = settingsOf(await requireSubscription(request.params.key));
      const { key } = before;
      await transaction(async () => {
        await deleteSubscription(key);
        await recordChange(request, 'webhook-changed', `Webhook ${key} was deleted`, { before });
      });
      await app.webhooks.changed();
    },
  );
}

/** Removes the query, which can contain credentials, for the audit log. */
function urlOf(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}

/** The settings without secrets and the state of deliveries, for the audit log. */
function settingsOf(webhook: Subscription): Subscription {
  const { key, description, enabled, domain, eventTypes, criteria, handler, origin } = webhook;
  return { key, description, enabled, domain, eventTypes, criteria, handler, origin };
}

/**
 * Returns the values that the ETag covers: all that a change replaces, so not the state of
 * deliveries.
 */
function taggedOf(webhook: SubscriptionWithHealth): object {
  return { ...settingsOf(webhook), sealed: webhook.sealed.toString('base64') };
}
