import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { file, type OwnApi } from '../../http/api/ownApi.ts';
import { isFromNode } from '../nodes/nodeAccess.ts';
import type { OtherNodes } from '../nodes/OtherNodes.ts';
import type { EventStream } from './EventStream.ts';
import { LogPieces, type StreamedLog } from './LogPieces.ts';
import { LogStream } from './LogStream.ts';
import { LogStreams } from './LogStreams.ts';
import { MergedStream, type OpenNode } from './MergedStream.ts';
import type { OwnLogs } from './OwnLogs.ts';

/** Maximum number of logs in a stream. */
const maxLogs = 64;
/** Time without data after which another node is not reachable: twice its keep-alive. */
const silenceMs = 30_000;

const path = '/ui/api/v1/system/logs/stream';

const StreamQuery = Type.Object({
  log: Type.Array(Type.String({ maxLength: 200 }), {
    minItems: 1,
    maxItems: maxLogs,
    description:
      'A log as `{type}:{id}`, or `{type}:{id}:{file_size}:{file_id}` to continue after a response of `/data/{type}`. For a log of another node, `{nodeId}/` comes first. Can be repeated.',
  }),
});

/** Adds the stream of new lines of several logs and nodes. */
export function streamRoute(app: FastifyInstance, api: OwnApi, logs: OwnLogs, others: OtherNodes): void {
  const { files } = logs;
  const pieces = files && new LogPieces(files);
  const streams = new LogStreams(pieces);
  app.addHook('preClose', async () => streams.close());

  api.get(
    '/stream',
    {
      schema: {
        summary: 'Streams new lines of logs as server-sent events.',
        description:
          'The first event is `ready`. An event `lines` has the data `{log, skipped, data}`: the log as in the request, whether lines before were skipped because the client was too slow, and the response of `/data/{type}`. An event `unreachable` with the data `{node, message}` means that no more lines of that node follow. An event `denied` means that the session or the permission ended; the stream ends after it.',
        querystring: StreamQuery,
        response: { 200: file('text/event-stream', 'The events.') },
      },
      config: {
        errors: {
          400: ['INVALID_LOG'],
          404: ['NO_SUCH_SERVICE', 'NO_SUCH_LOG'],
          409: ['OTHER_NODE'],
          503: ['TOO_MANY_STREAMS'],
        },
      },
    },
    async (request, reply) => {
      const create = await streamOf(request, request.query.log);
      return reply
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(streams.open(create, request, reply));
    },
  );

  /** Returns a function that creates the stream. Throws `HttpError`. */
  async function streamOf(request: FastifyRequest, texts: readonly string[]): Promise<() => EventStream> {
    const byNode = Map.groupBy(new Set(texts), nodeOf);
    const { node } = app.platform;
    const own = [...(byNode.get('') ?? []), ...(byNode.get(node) ?? [])];
    byNode.delete('');
    byNode.delete(node);
    const [other] = byNode.keys();
    if (other !== undefined && isFromNode(request))
      throw new HttpError(409, 'OTHER_NODE', `Node ${node} responded instead of node ${other}`);
    const streamed = await Promise.all(own.map((text) => readLog(text, logs)));
    // Without log files, `readLog` has thrown.
    const openOwn = () => new LogStream(logs.requireFiles(), pieces as LogPieces, streamed);
    if (byNode.size === 0) return openOwn;
    const opened = new Map([...byNode].map(([id, wanted]) => [id, openNode(id, wanted)]));
    return () => new MergedStream(own.length > 0 ? openOwn() : undefined, opened);
  }

  function openNode(id: string, wanted: readonly string[]): OpenNode {
    return async (signal) => {
      const query = new URLSearchParams(wanted.map((text): [string, string] => ['log', text]));
      const answer = await others.request(id, `${path}?${query}`, { signal, bodyTimeout: silenceMs });
      if (answer.status === 200) return answer.body;
      const { errors } = JSON.parse(String(await answer.bytes())) as { errors?: { message: string }[] };
      throw new Error(errors?.[0]?.message ?? `Node ${id} responded with ${answer.status}`);
    };
  }
}

function nodeOf(text: string): string {
  return /^([\w.-]+)\//.exec(text)?.[1] ?? '';
}

/** Throws `HttpError` for an unknown log or an invalid position. */
async function readLog(text: string, logs: OwnLogs): Promise<StreamedLog> {
  const node = nodeOf(text);
  const [type = '', id = '', size, fileId, ...more] = text
    .slice(node === '' ? 0 : node.length + 1)
    .split(':');
  if (more.length > 0 || (size !== undefined && !/^\d{1,15}$/.test(size)))
    throw new HttpError(
      400,
      'INVALID_LOG',
      `Invalid log "${text}". Expected {type}:{id} or {type}:{id}:{file_size}:{file_id}, such as jfrt:artifactory-request.log`,
    );
  const { path: file, name } = await logs.pathOf(type, id);
  return {
    ...{ id: `${node === '' ? '' : `${node}/`}${type}:${id}`, name, path: file },
    ...(size === undefined ? {} : { offset: Number(size) }),
    ...(fileId ? { fileId } : {}),
  };
}
