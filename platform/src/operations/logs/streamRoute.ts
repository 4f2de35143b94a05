import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { file, type OwnApi } from '../../http/api/ownApi.ts';
import type { StreamedLog } from './LogStream.ts';
import { LogStreams } from './LogStreams.ts';
import type { OwnLogs } from './OwnLogs.ts';

/** Maximum number of logs in a stream. */
const maxLogs = 16;

const StreamQuery = Type.Object({
  nodeId: Type.Optional(
    Type.String({
      description: 'The node to read. If it is not the node that responds, the call returns 409.',
    }),
  ),
  log: Type.Array(Type.String({ maxLength: 200 }), {
    minItems: 1,
    maxItems: maxLogs,
    description:
      'A log as `{type}:{id}`, or `{type}:{id}:{file_size}:{file_id}` to continue after a response of `/data/{type}`. Can be repeated.',
  }),
});

/** Adds the stream of new lines of several logs. */
export function streamRoute(app: FastifyInstance, api: OwnApi, logs: OwnLogs): void {
  const streams = new LogStreams();
  app.addHook('preClose', async () => streams.close());

  api.get(
    '/stream',
    {
      schema: {
        summary: 'Streams new lines of logs as server-sent events.',
        description:
          'The first event is `ready`. An event `lines` has the data `{log, skipped, data}`: the log as in the request, whether lines before were skipped because the client was too slow, and the response of `/data/{type}`. An event `denied` means that the session or the permission ended; the stream ends after it.',
        querystring: StreamQuery,
        response: { 200: file('text/event-stream', 'The events.') },
      },
      config: {
        errors: {
          400: ['INVALID_LOG'],
          404: ['NO_SUCH_SERVICE', 'NODE_NOT_FOUND', 'NO_SUCH_LOG'],
          409: ['OTHER_NODE'],
          503: ['TOO_MANY_STREAMS'],
        },
      },
    },
    async (request, reply) => {
      const { log, nodeId } = request.query;
      const streamed = await Promise.all([...new Set(log)].map((text) => readLog(text, nodeId, logs)));
      return reply
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(streams.open(logs.requireFiles(), streamed, request, reply));
    },
  );
}

/** Throws `HttpError` for an unknown log or an invalid position. */
async function readLog(text: string, nodeId: string | undefined, logs: OwnLogs): Promise<StreamedLog> {
  const [type = '', id = '', size, fileId, ...more] = text.split(':');
  if (more.length > 0 || (size !== undefined && !/^\d{1,15}$/.test(size)))
    throw new HttpError(
      400,
      'INVALID_LOG',
      `Invalid log "${text}". Expected {type}:{id} or {type}:{id}:{file_size}:{file_id}, such as jfrt:artifactory-request.log`,
    );
  const { path, name } = await logs.pathOf(type, nodeId === undefined ? { id } : { id, nodeId });
  return {
    ...{ id: `${type}:${id}`, name, path },
    ...(size === undefined ? {} : { offset: Number(size) }),
    ...(fileId ? { fileId } : {}),
  };
}
