import { CollectionReport, oneOf } from '@lading/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { audit } from '../../access/audit/audit.ts';
import { record } from '../../access/audit/record.ts';
import { deletePermanently } from '../../files/deletions.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import type { Leftover } from '../../pipeline/Format.ts';
import type { UnusedBlob } from '../../storage/collectBlobs.ts';
import { collectAll } from './collect.ts';

/** Maximum number of entries of each kind in a response. All are counted. */
const maxListed = 10_000;

const querystring = Type.Object({
  untagged: Type.Optional(oneOf(['true', 'false'], { description: 'Includes images without a tag.' })),
  grace: Type.Optional(
    Type.String({
      pattern: '^\\d{1,7}$',
      description: 'Seconds for which unreferenced content is kept; a day by default.',
    }),
  ),
});

/**
 * Adds the garbage collection routes, for administrators: GET lists unreferenced content, POST
 * deletes it. The platform also deletes it every hour, or only logs it, depending on
 * `LADING_COLLECTION`.
 */
export async function collectionRoutes(app: FastifyInstance): Promise<void> {
  const url = '/artifactory/api/system/storage/gc';
  const report = async (remove: boolean, asked: Static<typeof querystring>): Promise<CollectionReport> => {
    const untagged = asked.untagged === 'true';
    const grace = asked.grace === undefined ? {} : { graceSeconds: Number(asked.grace) };
    const listed: Pick<CollectionReport, 'files' | 'bytes'> = { files: [], bytes: [] };
    const found = (what: Leftover | UnusedBlob) => {
      if ('path' in what) {
        if (listed.files.length < maxListed) listed.files.push(what);
      } else if (listed.bytes.length < maxListed) listed.bytes.push(what);
    };
    const collected = await deletePermanently(() => collectAll({ remove, untagged, ...grace }, found));
    return { dryRun: !remove, summary: collected, ...listed };
  };

  const api = ownApi(app, { tag: 'System', access: administrators });
  api.get(
    url,
    { schema: { summary: 'Lists unreferenced content.', querystring, response: { 200: CollectionReport } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return report(false, request.query);
    },
  );
  api.post(
    url,
    {
      schema: { summary: 'Deletes unreferenced content.', querystring, response: { 200: CollectionReport } },
    },
    async (request) => {
      const answer = await report(true, request.query);
      await record(request, 'garbage-collected', collected(answer.summary));
      return answer;
    },
  );

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
      const count = files.count + bytes.count;
      if (count > 0 && remove)
        await audit(
          { address: '', client: '' },
          { event: 'garbage-collected', user: 'system', detail: collected({ files, bytes }) },
        );
      if (count === 0 || remove) return count;
      app.log.info({ files, bytes }, 'Unreferenced content is kept because LADING_COLLECTION is off');
      return 0;
    },
  });
}

function collected({ files, bytes }: CollectionReport['summary']): string {
  return `Garbage collection deleted ${files.count} files of ${files.size} bytes and ${bytes.count} blobs of ${bytes.size} bytes`;
}
