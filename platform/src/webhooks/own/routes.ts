import {
  UserWebhook,
  UserWebhookChange,
  UserWebhookState,
  WebhookDeliveries,
  WebhookDelivery,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { usersThemselves } from '../../access/accessRules.ts';
import { record, recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { readHistory, requireDelivery } from '../history.ts';
import type { Subscription } from '../Subscription.ts';
import { deleteSubscription, findOwned } from '../subscriptions.ts';
import { countChange, queueTest, renderOwned, requireOwned, saveOwned, sendAgain } from './userWebhooks.ts';
import { withoutAddresses } from './withoutAddresses.ts';

const userOf = (request: FastifyRequest) => callerOf(request).userName;
const off = { 403: ['WEBHOOKS_OFF'] };
const disabled = { 409: ['WEBHOOK_DISABLED'] };
const unknown = { 404: ['WEBHOOK_NOT_FOUND'] };

/** The webhook of the caller's notifications. */
export async function ownRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Notifications', access: usersThemselves });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  configurationRoutes(api);
  deliveryRoutes(api);
  redeliverRoute(api);
}

function configurationRoutes(api: OwnApi): void {
  api.get(
    '',
    {
      schema: {
        summary: "Returns the webhook of the caller's notifications.",
        response: { 200: UserWebhookState },
      },
    },
    async (request) => {
      const found = await findOwned(userOf(request));
      return { allowed: api.settings.userWebhooks, ...(found ? { webhook: renderOwned(found) } : {}) };
    },
  );
  api.put(
    '',
    {
      schema: {
        summary: "Creates or replaces the webhook of the caller's notifications.",
        description:
          'Requests are signed with a secret that the server generates. It is only returned when it is new: for the first time, for another host, and with `new_secret`.',
        body: UserWebhookChange,
        response: { 200: UserWebhook },
      },
      config: { errors: { 400: ['BAD_WEBHOOK_URL'], ...off, 429: ['TOO_MANY'] } },
    },
    async (request) => {
      requireAllowed(api);
      const user = userOf(request);
      await countChange(user);
      const before = await findOwned(user);
      const secret = await transaction(async () => {
        const made = await saveOwned(api.seal, user, ownOrigin(request), request.body);
        const after = await requireOwned(user);
        const detail = `The webhook of the notifications of ${user} was ${before ? 'changed' : 'created'}`;
        await recordChange(request, 'webhook-changed', detail, {
          before: before && settingsOf(before),
          after: settingsOf(after),
        });
        return made;
      });
      await api.webhooks.changed();
      return { ...renderOwned(await requireOwned(user)), ...(secret === undefined ? {} : { secret }) };
    },
  );
  api.delete(
    '',
    {
      schema: {
        summary: "Deletes the webhook of the caller's notifications, and what it has not delivered.",
        response: { 204: noContent },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const user = userOf(request);
      const before = await requireOwned(user);
      await transaction(async () => {
        await deleteSubscription(before.key);
        const detail = `The webhook of the notifications of ${user} was deleted`;
        await recordChange(request, 'webhook-changed', detail, { before: settingsOf(before) });
      });
      await api.webhooks.changed();
    },
  );
}

function deliveryRoutes(api: OwnApi): void {
  api.get(
    '/deliveries',
    {
      schema: {
        summary: "Lists the deliveries of the caller's notifications, newest first.",
        querystring: Type.Object({
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
          cursor: Type.Optional(Type.String({ maxLength: 2000 })),
        }),
        response: { 200: WebhookDeliveries },
      },
      config: { errors: { ...unknown, 400: ['BAD_CURSOR'] } },
    },
    async (request) => {
      const { id } = await requireOwned(userOf(request));
      const { deliveries, ...rest } = await readHistory(id, request.query);
      return { deliveries: deliveries.map(concealed), ...rest };
    },
  );
  api.post(
    '/tests',
    {
      schema: {
        summary: "Sends a test event to the webhook of the caller's notifications, and ends a pause.",
        description: 'The list of deliveries shows the result.',
        response: { 202: WebhookDelivery },
      },
      config: { errors: { ...unknown, ...off, ...disabled, 429: ['TOO_MANY'] } },
    },
    async (request, reply) => {
      requireAllowed(api);
      await countChange(userOf(request));
      const webhook = await requireOwned(userOf(request));
      const id = await transaction(() => queueTest(webhook, userOf(request)));
      await api.webhooks.changed();
      const { request: _request, response: _response, ...made } = await requireDelivery(webhook.id, id);
      return reply.code(202).send(concealed(made));
    },
  );
}

function redeliverRoute(api: OwnApi): void {
  api.post(
    '/deliveries/:id/redeliver',
    {
      schema: {
        summary: "Sends a delivery of the caller's notifications again, and ends a pause.",
        description:
          'Deliveries that wait are attempted now, in their order, until an attempt fails. A delivery that does not wait is sent as a new one, after those that wait, unless such a new one waits already. It contains only what the caller can read then.',
        params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
        response: { 202: WebhookDelivery },
      },
      config: {
        errors: { 404: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'], ...off, ...disabled, 429: ['TOO_MANY'] },
      },
    },
    async (request, reply) => {
      requireAllowed(api);
      await countChange(userOf(request));
      const webhook = await requireOwned(userOf(request));
      const { id } = request.params;
      const sent = await transaction(async () => {
        const waiting = await sendAgain(webhook, id);
        const detail = `Delivery ${id} of webhook ${webhook.key} is sent again`;
        await record(request, 'webhook-redelivered', detail);
        return waiting;
      });
      await api.webhooks.changed();
      const { request: _request, response: _response, ...made } = await requireDelivery(webhook.id, sent);
      return reply.code(202).send(concealed(made));
    },
  );
}

function requireAllowed({ settings }: OwnApi): void {
  if (settings.userWebhooks) return;
  const message = 'The operator does not allow webhooks of users. Ask for LADING_USER_WEBHOOKS=true';
  throw new HttpError(403, 'WEBHOOKS_OFF', message);
}

function concealed(delivery: WebhookDelivery): WebhookDelivery {
  const { error } = delivery;
  return error === undefined ? delivery : { ...delivery, error: withoutAddresses(error) };
}

/** For the audit log: paths of such URLs are often credentials. */
function settingsOf({ handler, eventTypes, enabled }: Subscription) {
  return { host: new URL(handler.url).origin, kinds: eventTypes, enabled };
}
