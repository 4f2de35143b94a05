import { DependencyStatuses, NodeStatuses, StatusHistory } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { readHistory } from './history/readHistory.ts';
import { nodeStatuses, removeService } from './nodeStatuses.ts';

const status = '/ui/api/v1/system/status';

/** Adds the routes for the nodes of this installation and the dependencies of this node. */
export async function statusRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  const lists = [
    ['/ha', 'Lists the services of this installation and their nodes.'],
    [
      '/nodes',
      'Lists the services of this installation and their nodes, for licenses with high availability.',
    ],
  ] as const;
  for (const [path, summary] of lists)
    api.get(`${status}${path}`, { schema: { summary, response: { 200: NodeStatuses } } }, async () => ({
      nodes: await nodeStatuses(),
    }));

  api.get(
    `${status}/dependencies`,
    {
      schema: {
        summary: 'Checks the database, the blob store, the disk, email, and upstreams of this node.',
        response: { 200: DependencyStatuses },
      },
    },
    async () => ({
      node_id: app.platform.node,
      dependencies: await app.platform.dependencies.check(),
    }),
  );

  api.get(
    `${status}/history`,
    {
      schema: {
        summary: 'Shows the state of the nodes and their dependencies during the last 31 days.',
        response: { 200: StatusHistory },
      },
    },
    readHistory,
  );

  api.delete(
    '/access/api/v1/topology/:service_id/:node_id',
    {
      schema: {
        summary: 'Removes a service of a node that is offline.',
        params: Type.Object({ service_id: Type.String(), node_id: Type.String() }),
        response: { 204: noContent },
      },
      config: { errors: { 404: ['NODE_NOT_FOUND'], 409: ['NODE_ONLINE'] } },
    },
    async (request) => {
      const { service_id: service, node_id: node } = request.params;
      const outcome = await removeService(service, node);
      const named = `${service.slice(0, 100)} on node ${node.slice(0, 100)}`;
      if (outcome === 'not found') throw new HttpError(404, 'NODE_NOT_FOUND', `${named} not found`);
      if (outcome === 'online')
        throw new HttpError(
          409,
          'NODE_ONLINE',
          `Failed to remove ${named}: the node is online. Stop its server, wait a minute, and try again`,
        );
      await record(request, 'node-removed', `${named} was removed`);
    },
  );
}
