import { CollectionReport, CollectionRun, NewCollectionRun, oneOf } from '@lading/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { audit } from '../../access/audit/audit.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { deletePermanently } from '../../files/deletions.ts';
import { type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import type { Leftover } from '../../pipeline/Format.ts';
import type { UnusedBlob } from '../../storage/collectBlobs.ts';
import { collectAll } from './collect.ts';
import { describeCollected, performRun } from './performRun.ts';
import { addFinishedRun, addRun, findOpenRun, hasOpenRun, listRuns } from './runTable.ts';

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
 * The calls below `/ui` do the same in the background, and show the progress.
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
      config: { errors: { 409: ['BLOB_STORE_SHARED'] } },
    },
    async (request) => {
      const answer = await report(true, request.query);
      await record(request, 'garbage-collected', describeCollected(answer.summary));
      return answer;
    },
  );

  runRoutes(api);

  const remove = app.settings.collection;
  app.jobs.define({
    name: 'collect-garbage',
    description: remove
      ? 'Deletes unreferenced files and bytes'
      : 'Logs unreferenced files and bytes, which LADING_COLLECTION keeps',
    deletes: remove,
    cluster: 'one',
    every: 3600,
    sequential: true,
    run: async (signal) => {
      const started = new Date();
      const { files, bytes } = await collectAll({ remove, signal });
      const count = files.count + bytes.count;
      if (count > 0 && remove) {
        const detail = describeCollected({ files, bytes });
        await addFinishedRun({ files, bytes }, started);
        await audit({ address: '', client: '' }, { event: 'garbage-collected', user: 'system', detail });
      }
      if (count === 0 || remove) return count;
      app.log.info({ files, bytes }, 'Unreferenced content is kept because LADING_COLLECTION is off');
      return 0;
    },
  });
}

const requestedRuns = 'collect-garbage-on-request';

function runRoutes(api: OwnApi): void {
  const url = '/ui/api/v1/ui/storage/collections';
  api.get(
    url,
    {
      schema: {
        summary: 'Lists the last 50 runs of garbage collection, newest first.',
        response: { 200: Type.Array(CollectionRun) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return listRuns();
    },
  );

  api.post(
    url,
    {
      schema: {
        summary: 'Runs garbage collection in the background, or counts what it would delete.',
        body: NewCollectionRun,
        response: { 202: CollectionRun },
      },
      config: { errors: { 409: ['COLLECTION_RUNNING'] } },
    },
    async (request, reply) => {
      const { dry, untagged = false } = request.body;
      const id = await addRun({ dry, untagged, by: callerOf(request).userName });
      const run = (await listRuns()).find((each) => each.id === id);
      if (!run) {
        const open = await findOpenRun();
        const by = open && open.requestedBy !== '' ? `, requested by ${open.requestedBy}` : '';
        const message = `Garbage collection is running${by}. Wait until the run has ended.`;
        throw new HttpError(409, 'COLLECTION_RUNNING', message);
      }
      api.jobs.wake(requestedRuns);
      return reply.code(202).send(run);
    },
  );

  api.jobs.define({
    name: requestedRuns,
    description: 'Runs the garbage collection that administrators requested',
    deletes: true,
    cluster: 'one',
    every: 300,
    first: 5,
    pending: hasOpenRun,
    run: async (signal) => {
      for (let run = await findOpenRun(); run && !signal.aborted; run = await findOpenRun())
        await performRun(run, signal);
    },
  });
}
