import { Readable } from 'node:stream';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { record } from '../../../access/audit/record.ts';
import { currentConnected, withStorage } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { reasonOf } from '../../../errors/reasonOf.ts';
import { file, ownApi } from '../../../http/api/ownApi.ts';
import { administratorsOfAllNodes, isFromNode } from '../../nodes/nodeAccess.ts';
import { type BundleContext, type BundleFile, filesOf } from '../BundlePart.ts';
import { textCleaner } from '../cleanText.ts';
import { piecesOf } from '../pieces.ts';
import { PartsQuery, parametersOf } from './partsQuery.ts';

export const nodeFilesUrl = '/ui/api/v1/system/support/files';

/** The files that a node contributes to a bundle. */
export type NodeFiles = Static<typeof NodeFiles>;
const NodeFiles = Type.Object({
  files: Type.Array(Type.Object({ path: Type.String(), about: Type.String() })),
  left_out: Type.Array(Type.Object({ what: Type.String(), reason: Type.String() }), {
    description: 'Content that is missing.',
  }),
});

/** Adds the routes by which another node reads the files of this node for a support bundle. */
export async function supportNodeRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administratorsOfAllNodes(app) });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  api.get(
    nodeFilesUrl,
    {
      schema: {
        summary: 'Lists the files of this node for a support bundle.',
        querystring: PartsQuery,
        response: { 200: NodeFiles },
      },
    },
    async ({ query }) => {
      const { files, leftOut } = await ownFiles(app, query, new AbortController().signal);
      return { files: files.map(({ path, about }) => ({ path, about })), left_out: leftOut };
    },
  );

  api.get(
    `${nodeFilesUrl}/content`,
    {
      schema: {
        summary: 'Returns a file of this node for a support bundle, without secrets.',
        querystring: Type.Object({
          ...PartsQuery.properties,
          path: Type.String({ description: 'As listed.' }),
        }),
        response: { 200: file('text/plain', 'The file.') },
      },
      config: { errors: { 404: ['NO_SUCH_BUNDLE_FILE'] } },
    },
    async (request, reply) => {
      const { query } = request;
      const ending = new AbortController();
      reply.raw.once('close', () => ending.abort());
      const { files } = await ownFiles(app, query, ending.signal);
      const found = files.find(({ path }) => path === query.path);
      if (!found)
        throw new HttpError(404, 'NO_SUCH_BUNDLE_FILE', `No file "${query.path.slice(0, 200)}" on this node`);
      // A bundle has its own record, at the node that creates it.
      if (!isFromNode(request))
        await record(request, 'support-bundle-downloaded', `File ${found.path} of node ${app.platform.node}`);
      const pieces = Readable.from(cleanPieces(found, textCleaner(app.settings)));
      return reply.type('text/plain; charset=utf-8').send(pieces);
    },
  );
}

async function ownFiles(
  app: FastifyInstance,
  query: PartsQuery,
  signal: AbortSignal,
): Promise<{ files: BundleFile[]; leftOut: { what: string; reason: string }[] }> {
  const leftOut: { what: string; reason: string }[] = [];
  const context: BundleContext = {
    ...{ service: query.service, parameters: parametersOf(query), signal },
    leaveOut: (what, reason) => leftOut.push({ what, reason }),
  };
  const parts = app.bundleParts.filter(({ perNode }) => perNode);
  return { files: await filesOf(parts, context), leftOut };
}

/** Yields the content of a file without secrets. An error is its last line. */
function cleanPieces(wanted: BundleFile, clean: (text: string) => string): AsyncGenerator<string> {
  const storage = currentConnected();
  return (async function* () {
    try {
      for await (const piece of piecesOf(wanted, (work) => withStorage(storage, work)))
        if (piece !== '') yield clean(piece);
    } catch (error) {
      yield `${JSON.stringify({ error: clean(reasonOf(error)) })}\n`;
    }
  })();
}
