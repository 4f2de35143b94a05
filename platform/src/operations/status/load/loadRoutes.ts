import { NodeLoad } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { ownApi } from '../../../http/api/ownApi.ts';
import { forwardToOthers, nodeErrors, nodeId } from '../../nodes/forwardToOthers.ts';
import { administratorsOfAllNodes } from '../../nodes/nodeAccess.ts';
import { LoadHistory } from './LoadHistory.ts';

/** Records the load of this node, and adds the route that shows the load of any node. */
export async function loadRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administratorsOfAllNodes(app) });
  forwardToOthers(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const load = new LoadHistory(app);
  app.addHook('onReady', async () => load.start());
  app.addHook('onClose', async () => load.stop());
  api.get(
    '/ui/api/v1/system/status/load',
    {
      schema: {
        summary: 'Shows the load of a node during the last hour, and the lengths of queues.',
        querystring: Type.Object({ nodeId }),
        response: { 200: NodeLoad },
      },
      config: { errors: { 404: ['NODE_NOT_FOUND'], ...nodeErrors } },
    },
    async () => load.read(),
  );
}
