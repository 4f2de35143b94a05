import type { CollectionReport } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf } from '../../access/gateway.ts';
import { collectAll } from './collect.ts';

/** Entries that an answer lists of each kind; all are counted. */
const most = 10_000;

interface Asked {
  Querystring: { untagged?: 'true' | 'false'; grace?: string };
}

const schema = {
  querystring: {
    type: 'object',
    properties: {
      untagged: { enum: ['true', 'false'] },
      /** In seconds: how long what nothing leads to is kept, a day when absent. */
      grace: { type: 'string', pattern: '^\\d{1,7}$' },
    },
  },
} as const;

/**
 * What nothing leads to any more: GET tells what would go, POST takes it away, both for administrators. Left to itself the platform
 * takes it away each hour, or only tells it, as `LADING_COLLECTION` says.
 */
export async function collectionRoutes(app: FastifyInstance): Promise<void> {
  const url = '/artifactory/api/system/storage/gc';
  const report = async (remove: boolean, asked: Asked['Querystring']): Promise<CollectionReport> => {
    const untagged = asked.untagged === 'true';
    const grace = asked.grace === undefined ? {} : { graceSeconds: Number(asked.grace) };
    const listed: Pick<CollectionReport, 'files' | 'bytes'> = { files: [], bytes: [] };
    const collected = await collectAll({ remove, untagged, ...grace }, (what) => {
      if ('path' in what) {
        if (listed.files.length < most) listed.files.push(what);
      } else if (listed.bytes.length < most) listed.bytes.push(what);
    });
    return { dryRun: !remove, summary: collected, ...listed };
  };

  app.get<Asked>(url, { schema }, async (request, reply) => {
    await authorise(callerOf(request), 'admin', 'system');
    reply.header('cache-control', 'no-store');
    return report(false, request.query);
  });
  app.post<Asked>(url, { schema }, async (request) => {
    await authorise(callerOf(request), 'admin', 'system');
    return report(true, request.query);
  });

  const remove = app.settings.collection;
  app.jobs.define({
    name: 'collect-garbage',
    description: remove
      ? 'Deletes unreferenced files and bytes'
      : 'Logs unreferenced files and bytes, which LADING_COLLECTION keeps',
    cluster: 'one',
    every: 3600,
    sequential: true,
    run: async () => {
      const { files, bytes } = await collectAll({ remove });
      if (remove || files.count + bytes.count === 0) return files.count + bytes.count;
      app.log.info({ files, bytes }, 'Unreferenced content is kept because LADING_COLLECTION is off');
      return 0;
    },
  });
}
