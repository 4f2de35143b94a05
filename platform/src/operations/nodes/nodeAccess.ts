import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import type { AccessRule } from '../../http/api/ownApi.ts';
import { NodeTokens, nodeHeader } from './NodeTokens.ts';

const fromNodes = new WeakSet<FastifyRequest>();

/** Whether another node sent the request, which has authorized its own caller. */
export function isFromNode(request: FastifyRequest): boolean {
  return fromNodes.has(request);
}

/**
 * Returns the rule for routes that other nodes call for an administrator. Proves to them that this
 * node responded. Call it once per plugin, before routes are added.
 */
export function administratorsOfAllNodes(app: FastifyInstance): AccessRule {
  const { seal, node } = app.platform;
  const tokens = new NodeTokens(seal);
  app.addHook('onRequest', async (request, reply) => {
    const token = request.headers[nodeHeader];
    if (request.method !== 'GET' || typeof token !== 'string') return;
    if (!tokens.isValid(token, node, request.raw.url ?? '')) return;
    fromNodes.add(request);
    reply.header(nodeHeader, tokens.prove(token));
  });
  return {
    name: 'administrators',
    description: 'Administrators, and other nodes of this installation on their behalf.',
    check: (request) => (isFromNode(request) ? undefined : administrators.check?.(request)),
  };
}
