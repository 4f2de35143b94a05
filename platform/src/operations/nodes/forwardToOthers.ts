import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { isFromNode } from './nodeAccess.ts';
import { OtherNodes } from './OtherNodes.ts';

/** Query parameter of calls that can read from another node. */
export const nodeId = Type.Optional(
  Type.String({ description: 'The node to read. If absent, the node that responds.' }),
);

/** Error codes of these calls, in addition to 404 `NODE_NOT_FOUND`. */
export const nodeErrors = { 409: ['OTHER_NODE'], 502: ['NODE_UNREACHABLE'] };

/**
 * Forwards requests with another node's ID, after their access check. Call it once per plugin,
 * before routes are added.
 */
export function forwardToOthers(app: FastifyInstance): OtherNodes {
  const others = new OtherNodes(app);
  const { node } = app.platform;
  app.addHook('preHandler', async (request, reply) => {
    const { nodeId } = request.query as { nodeId?: string };
    if (nodeId === undefined || nodeId === node) return;
    // A node forwards only requests of users, so that no request circles.
    if (isFromNode(request))
      throw new HttpError(
        409,
        'OTHER_NODE',
        `Node ${node} responded instead of node ${nodeId.slice(0, 100)}`,
      );
    return others.forward(nodeId, request.url, reply);
  });
  return others;
}
