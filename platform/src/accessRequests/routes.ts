import {
  AccessDecline,
  AccessGrant,
  AccessRequestOptions,
  AccessRequestPage,
  NewAccessRequest,
  OwnAccessRequest,
  OwnAccessRequests,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { accessDeciders } from '../access/accessRequestDeciders.ts';
import { usersThemselves } from '../access/accessRules.ts';
import { record } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { db } from '../database/db.ts';
import { noContent, type OwnApi, ownApi } from '../http/api/ownApi.ts';
import type { Platform } from '../platform/Platform.ts';
import { declineRequest, grantRequest, requireDecidable, requireRequester } from './decideRequest.ts';
import { describeRequest } from './describeRequest.ts';
import { listRequests } from './listRequests.ts';
import { hasNewRequests, notifyDeciders } from './notifyDeciders.ts';
import { askForAccess, ownRequests, withdraw } from './ownRequests.ts';
import { waysToGrant } from './waysToGrant.ts';

const prefix = '/ui/api/v1/ui/access_requests';
const notifyJob = 'notify-of-access-requests';
/** Days until decided requests are deleted. */
const storedDays = 90;
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }) });

/** Requests of users for access, and the decisions about them. */
export async function accessRequestRoutes(app: FastifyInstance): Promise<void> {
  defineJobs(app.platform);
  const api = ownApi(app, { tag: 'Permissions', access: usersThemselves });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  ownCalls(api);
  listCalls(api);
  decisionCalls(api);
}

function ownCalls(api: OwnApi): void {
  api.get(
    `${prefix}/own`,
    {
      schema: { summary: "Lists the caller's requests for access.", response: { 200: OwnAccessRequests } },
    },
    async (request) => ({ requests: await ownRequests(callerOf(request)) }),
  );
  api.post(
    prefix,
    {
      schema: {
        summary: 'Asks administrators for access to a repository or path.',
        description: 'The response is the same for repositories that do not exist.',
        body: NewAccessRequest,
        response: { 201: OwnAccessRequest },
      },
      config: {
        errors: { 400: ['BAD_REPOSITORY', 'BAD_PATH', 'HAS_ACCESS'], 409: ['EXISTS'], 429: ['TOO_MANY'] },
      },
    },
    async (request) => {
      const made = await askForAccess(callerOf(request), request.body);
      await record(request, 'access-requested', describeRequest(made));
      request.server.platform.jobs.wake(notifyJob);
      return made;
    },
  );
  api.delete(
    `${prefix}/:id`,
    {
      schema: { summary: 'Withdraws an open request of the caller.', params, response: { 204: noContent } },
      config: { errors: { 404: ['NOT_FOUND'], 409: ['DECIDED'] } },
    },
    async (request) => {
      await withdraw(callerOf(request), request.params.id);
    },
  );
}

function listCalls(api: OwnApi): void {
  api.get(
    prefix,
    {
      schema: {
        summary: 'Lists requests for access that the caller can decide about, newest first.',
        querystring: Type.Object({
          state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('decided')])),
          cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 by default.' })),
        }),
        response: { 200: AccessRequestPage },
      },
      config: { access: accessDeciders },
    },
    async (request) => {
      const { limit = 50, ...wanted } = request.query;
      return listRequests(callerOf(request), { ...wanted, limit });
    },
  );
  api.get(
    `${prefix}/:id/options`,
    {
      schema: {
        summary: 'Lists the ways in which the caller can grant a request.',
        params,
        response: { 200: AccessRequestOptions },
      },
      config: { access: accessDeciders, errors: { 404: ['NOT_FOUND'], 409: ['USER_DISABLED'] } },
    },
    async (request) => {
      const row = await requireDecidable(request, request.params.id);
      return waysToGrant(callerOf(request), row, await requireRequester(row));
    },
  );
}

function decisionCalls(api: OwnApi): void {
  api.post(
    `${prefix}/:id/grant`,
    {
      schema: {
        summary: 'Grants a request, by a permission, a group, or a role of the project.',
        description:
          'Administrators can add the user to permissions and groups; project administrators can give roles. Without any of them, the user must have the permission already.',
        params,
        body: AccessGrant,
        response: { 204: noContent },
      },
      config: {
        access: accessDeciders,
        errors: { 400: ['NOT_GRANTED'], 404: ['NOT_FOUND'], 409: ['DECIDED', 'USER_DISABLED'] },
      },
    },
    async (request) => {
      await grantRequest(request, request.params.id, request.body);
    },
  );
  api.post(
    `${prefix}/:id/decline`,
    {
      schema: {
        summary: 'Declines a request.',
        params,
        body: AccessDecline,
        response: { 204: noContent },
      },
      config: { access: accessDeciders, errors: { 404: ['NOT_FOUND'], 409: ['DECIDED'] } },
    },
    async (request) => {
      await declineRequest(request, request.params.id, request.body.answer);
    },
  );
}

function defineJobs({ jobs }: Platform): void {
  jobs.define({
    name: notifyJob,
    description: 'Notifies administrators of requests for access',
    cluster: 'one',
    every: 60,
    pending: hasNewRequests,
    run: notifyDeciders,
  });
  jobs.define({
    name: 'delete-access-requests',
    description: `Deletes requests for access that were decided more than ${storedDays} days ago`,
    deletes: true,
    cluster: 'one',
    every: 3600,
    sequential: true,
    async run() {
      const { rowCount } = await db().execute(sql`
        DELETE FROM access_requests WHERE state <> 'open'
          AND decided < now() - make_interval(days => ${storedDays}::integer)`);
      return rowCount ?? 0;
    },
  });
}
