import { Distributions, NewDistribution, ReceivedBundles } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byBundlePermission } from '../../access/accessRules.ts';
import { allowsBundle, authorizeBundle, authorizeSomeBundle } from '../../access/bundles.ts';
import { callerOf } from '../../access/gateway.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireVersion } from '../content/bundleRows.ts';
import { verifiedContent } from '../content/verified.ts';
import { refuseProject } from '../gate.ts';
import { onePage, oneVersion } from '../lifecycleRoutes.ts';
import { receivedBundles } from './receive/receivedList.ts';
import { removeReceived } from './receive/removeReceived.ts';
import {
  abortDistribution,
  distributionsOf,
  orderDistribution,
  retryDistribution,
} from './send/distributions.ts';
import { edgeClient } from './servers.ts';

const one = Type.Object({ ...oneVersion.properties, id: Type.String() });
const path = '/:name/:version/distributions';
const errors = { 404: ['DISTRIBUTION_NOT_FOUND'], 409: ['WRONG_STATE'] };

/** Distribution for the console, under `/ui/api/v1/ui/releaseBundles`. */
export async function consoleDistributionRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  app.addHook('preHandler', async (request) => refuseProject(request));
  orders(api);
  changes(api);
  received(api);
}

function orders(api: OwnApi): void {
  api.get(
    path,
    {
      schema: {
        summary:
          'Lists the distributions of a release bundle version, and the edges that it can be distributed to.',
        params: oneVersion,
        response: { 200: Distributions },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { name } = request.params;
      await authorizeBundle(caller, 'read', name);
      return distributionsOf(request.params, await allowsBundle(caller, 'deploy', name));
    },
  );

  api.post(
    path,
    {
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary: 'Distributes a release bundle version to edges, or removes it from there.',
        params: oneVersion,
        body: NewDistribution,
        response: { 202: Distributions },
      },
      config: {
        errors: {
          404: ['RELEASE_BUNDLE_NOT_FOUND', 'SERVER_NOT_FOUND'],
          409: ['IN_PROGRESS', 'RELEASE_BUNDLE_INVALID'],
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { name, version } = request.params;
      await authorizeBundle(caller, 'deploy', name);
      if (request.body.kind === 'distribute')
        await verifiedContent(api.seal, await requireVersion(name, version));
      await orderDistribution({ name, version }, request.body, caller.userName);
      return reply.code(202).send(await distributionsOf({ name, version }, true));
    },
  );
}

function changes(api: OwnApi): void {
  api.post(
    `${path}/:id/retry`,
    {
      schema: { summary: 'Retries a distribution now.', params: one, response: { 204: noContent } },
      config: { errors },
    },
    async (request) => {
      await authorizeBundle(callerOf(request), 'deploy', request.params.name);
      await retryDistribution(request.params, request.params.id);
    },
  );

  api.post(
    `${path}/:id/abort`,
    {
      schema: {
        summary: 'Aborts a distribution. Nothing of it becomes visible.',
        params: one,
        response: { 204: noContent },
      },
      config: { errors },
    },
    async (request) => {
      await authorizeBundle(callerOf(request), 'deploy', request.params.name);
      const { edgeId, name, version, kind } = await abortDistribution(request.params, request.params.id);
      if (kind === 'distribute') {
        // Deletes incomplete content at the edge. An unreachable edge keeps it until the version is
        // distributed again or removed.
        const client = await edgeClient(api.seal, edgeId);
        const signal = AbortSignal.timeout(5_000);
        await client.remove(name, version, { incomplete: true, signal }).catch(() => undefined);
      }
    },
  );
}

function received(api: OwnApi): void {
  api.get(
    '/received',
    {
      schema: {
        summary:
          'Lists the release bundle versions that other servers distributed to this one, latest first.',
        querystring: Type.Object({
          ...onePage.properties,
          search: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: { 200: ReceivedBundles },
      },
    },
    (request) => {
      const { offset = 0, limit = 100, search = '' } = request.query;
      return receivedBundles(callerOf(request), { offset, limit, search });
    },
  );

  api.delete(
    '/received/:name/:version',
    {
      schema: {
        summary: 'Removes a received release bundle version with its files from this server.',
        params: oneVersion,
        response: { 204: noContent },
      },
    },
    async (request) => {
      await authorizeBundle(callerOf(request), 'delete', request.params.name);
      await removeReceived(request.params, () => undefined);
    },
  );
}
