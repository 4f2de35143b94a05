import { ProbeAnswer } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { everyone } from '../../access/accessRules.ts';
import { noSpaceMessage } from '../../blobs/space/NoSpaceLeft.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { currentStorage } from '../../storage/storage.ts';
import { findProblem } from './health.ts';

/** Adds the probes for orchestrators and load balancers, which are open to everyone. */
export async function probeRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: everyone });
  const url = '/artifactory/api/v1/system';

  api.get(
    `${url}/liveness`,
    {
      schema: {
        summary: 'Returns 200 while the process responds. Restart a process that does not.',
        response: { 200: ProbeAnswer },
      },
      config: { open: true },
    },
    async () => ({ code: 'OK' }) as const,
  );

  api.get(
    `${url}/readiness`,
    {
      schema: {
        summary: 'Returns whether this node can serve requests. Where only uploads are rejected, it can.',
        response: { 200: ProbeAnswer },
      },
      config: { open: true, errors: { 503: ['NOT_READY'] } },
    },
    async (request) => {
      const problem = await findProblem((event, err) => request.log.warn({ err }, event));
      const reason = problem ?? (currentStorage().space.full ? noSpaceMessage : undefined);
      if (reason === undefined) return { code: 'OK' } as const;
      throw new HttpError(503, 'NOT_READY', `This node cannot serve requests: ${reason}`);
    },
  );
}
