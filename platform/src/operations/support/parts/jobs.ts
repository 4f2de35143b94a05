import type { FastifyInstance } from 'fastify';
import { type BundlePart, jsonPart } from '../BundlePart.ts';

export function jobsPart(app: FastifyInstance): BundlePart {
  return jsonPart('system', [
    {
      path: 'jobs.json',
      about: 'Background jobs with their last runs and errors',
      read: async () => ({ jobs: await app.jobs.states() }),
    },
  ]);
}
