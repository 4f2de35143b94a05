import {
  NotificationCount,
  NotificationList,
  NotificationPreferences,
  NotificationsRead,
  StoredPreferences,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { usersThemselves } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { noContent, ownApi } from '../http/api/ownApi.ts';
import { defineNotificationJobs } from './jobs.ts';
import { countUnread, deleteNotification, markRead, notificationsOf } from './notifications.ts';
import { watchOwnBundles } from './ownBundles.ts';
import { preferencesOf, storePreferences } from './preferences.ts';

const prefix = '/ui/api/v1/ui/notifications';

/** The caller's notifications, and the jobs that create them. */
export async function notificationRoutes(app: FastifyInstance): Promise<void> {
  defineNotificationJobs(app.platform);
  watchOwnBundles(app.platform);
  const api = ownApi(app, { tag: 'Notifications', access: usersThemselves });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  api.get(
    prefix,
    { schema: { summary: "Lists the caller's notifications.", response: { 200: NotificationList } } },
    async (request) => notificationsOf(callerOf(request)),
  );
  api.get(
    `${prefix}/count`,
    {
      schema: {
        summary: "Returns the number of the caller's unread notifications.",
        response: { 200: NotificationCount },
      },
    },
    async (request) => countUnread(callerOf(request)),
  );
  api.put(
    `${prefix}/read`,
    {
      schema: {
        summary: 'Marks notifications of the caller as read or unread.',
        body: NotificationsRead,
        response: { 204: noContent },
      },
    },
    async (request) => {
      await markRead(callerOf(request), request.body.ids, request.body.read);
    },
  );
  api.delete(
    `${prefix}/:id`,
    {
      schema: {
        summary: 'Deletes a notification of the caller.',
        params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
        response: { 204: noContent },
      },
    },
    async (request) => {
      await deleteNotification(callerOf(request), request.params.id);
    },
  );
  api.get(
    `${prefix}/preferences`,
    {
      schema: {
        summary: 'Returns how the caller is notified.',
        response: { 200: StoredPreferences },
      },
    },
    async (request) => preferencesOf(callerOf(request)),
  );
  api.put(
    `${prefix}/preferences`,
    {
      schema: {
        summary: 'Changes how the caller is notified.',
        body: NotificationPreferences,
        response: { 204: noContent },
      },
    },
    async (request) => {
      await storePreferences(callerOf(request), request.body);
    },
  );
}
