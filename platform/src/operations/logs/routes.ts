import { LogConfig, LogData } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { file, ownApi } from '../../http/api/ownApi.ts';
import { forwardToOthers, nodeErrors, nodeId } from '../nodes/forwardToOthers.ts';
import { administratorsOfAllNodes } from '../nodes/nodeAccess.ts';
import { nodeIds } from '../status/nodes.ts';
import type { LogFiles } from './LogFiles.ts';
import { logData, streamOf, textOf } from './logData.ts';
import { fileName, OwnLogs } from './OwnLogs.ts';
import { findWindow } from './readLog.ts';
import { serviceOf } from './services.ts';
import { streamRoute } from './streamRoute.ts';

/** Refresh interval of the viewer, in milliseconds. */
const refreshMs = 10_000;

const byType = Type.Object({ type: Type.String() });
const offset = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const DataQuery = Type.Object({
  nodeId,
  id: Type.String({ description: 'Name of a log file, as listed by `/config/{type}`.' }),
  file_size: offset('`file_size` of the previous response. If absent, the whole log is returned.'),
  file_id: Type.Optional(
    Type.String({
      description:
        '`file_id` of a previous response. With `end` or `from`, a rotated file is read if it has this ID; after its last line, the next file follows with `restarted`, and before its first line (`end=0`) the previous one. `restarted` without lines means that the file no longer exists.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1024,
      description: 'Returns only about that many bytes: the last ones, or with `from` the first ones.',
    }),
  ),
  end: offset('Returns only lines before this offset.'),
  from: offset('Returns only lines after this offset.'),
});

interface LogRoutesOptions {
  logFiles?: LogFiles | undefined;
}

/** Adds the routes for the live logs of all nodes, under `/ui/api/v1/system/logs`. */
export async function logRoutes(app: FastifyInstance, { logFiles }: LogRoutesOptions): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administratorsOfAllNodes(app) });
  const node = app.platform.node;
  const logs = new OwnLogs(logFiles);
  const others = forwardToOthers(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  streamRoute(app, api, logs, others);

  api.get(
    '/config/:type',
    {
      schema: {
        summary: 'Lists the log files of a service.',
        params: byType,
        querystring: Type.Object({ nodeId }),
        response: { 200: LogConfig },
      },
      config: { errors: { 404: ['NO_SUCH_SERVICE', 'NODE_NOT_FOUND'], ...nodeErrors } },
    },
    async ({ params }) => {
      const service = serviceOf(params.type);
      const installed = app.services.has(service.name) && service.logs.length > 0;
      return {
        installed,
        logs: installed && logFiles ? service.logs.map(fileName) : [],
        nodes: installed ? await nodeIds(node) : [],
        node_id: node,
        refresh_rate_millis: refreshMs,
      };
    },
  );

  api.get(
    '/data/:type',
    {
      schema: {
        summary: 'Returns a log file, or the lines since the previous response.',
        params: byType,
        querystring: DataQuery,
        response: { 200: LogData },
      },
      config: { errors: { 404: ['NO_SUCH_SERVICE', 'NODE_NOT_FOUND', 'NO_SUCH_LOG'], ...nodeErrors } },
    },
    async ({ params, query }, reply) => {
      const { path } = await logs.pathOf(params.type, query.id);
      const { file_size: offset, file_id: fileId, limit, end, from } = query;
      const data = await logData(await findWindow(path, { offset, fileId, limit, end, from }));
      if ('log_content' in data) return data;
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(data) as never;
    },
  );

  api.get(
    '/download/:type',
    {
      schema: {
        summary: 'Returns a whole log file as text.',
        params: byType,
        querystring: Type.Object({ nodeId, id: DataQuery.properties.id }),
        response: { 200: file('text/plain', 'The log file.') },
      },
      config: { errors: { 404: ['NO_SUCH_SERVICE', 'NODE_NOT_FOUND', 'NO_SUCH_LOG'], ...nodeErrors } },
    },
    async ({ params, query }, reply) => {
      const { path, name } = await logs.pathOf(params.type, query.id);
      const { parts } = await findWindow(path, {});
      return reply
        .header('content-disposition', `attachment; filename="${node}-${name}.log"`)
        .type('text/plain; charset=utf-8')
        .send(streamOf(textOf(parts), parts));
    },
  );
}
