import type { GraphQLQuery } from '@lading/contract/rest';
import { mapOf } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { optionalQuery } from '../../http/api/optional.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { acceptedEncoding } from '../../http/encoding.ts';
import { runQuery } from './runQuery.ts';

const errors = { 400: ['BAD_BODY'] };
const query = Type.Object({
  query: Type.String({ description: 'A GraphQL document.' }),
  variables: Type.Optional(mapOf(Type.Unknown())),
});
/** The response is serialized text: the schema only documents it. */
const response = Type.Unsafe<unknown>({
  type: 'object',
  properties: { data: { type: 'object', additionalProperties: true } },
});
/** Minimum bytes of a response worth compressing. */
const minCompressedBytes = 1000;

/**
 * POST `/ui/api/v1/mds/{packages, package, versions}` for the console, and
 * `/metadata/api/v1/query`.
 */
export async function graphqlRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });
  const { queries } = app.platform.compressed;
  const answer = async (request: FastifyRequest, reply: FastifyReply, query: unknown) => {
    const { status, body } = await runQuery(readQuery(query), callerOf(request));
    reply.code(status).type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (!encoding || body.length < minCompressedBytes) return reply.send(body);
    reply.header('content-encoding', encoding);
    return reply.send(await queries.get(body, encoding, 'quick'));
  };

  for (const name of ['packages', 'package', 'versions']) {
    api.post<{ Body: { graphQL?: unknown } | null; Querystring: { optional?: boolean } }>(
      `/ui/api/v1/mds/${name}`,
      {
        schema: {
          summary: `Queries ${name} in GraphQL, for the console.`,
          querystring: optionalQuery,
          response: { 200: response, 204: noContent },
        },
        config: { body: Type.Object({ graphQL: query }), errors },
      },
      (request, reply) =>
        answer(request, reply, request.body?.graphQL).catch((error: unknown) => {
          const isUnknown = error instanceof HttpError && error.code === 'NOT_SCANNED';
          if (request.query.optional && isUnknown) return reply.code(204).send();
          throw error;
        }),
    );
  }
  api.post(
    '/metadata/api/v1/query',
    {
      schema: { summary: 'Queries packages and versions in GraphQL.', response: { 200: response } },
      config: { body: query, errors },
    },
    (request, reply) => answer(request, reply, request.body),
  );
}

function readQuery(value: unknown): GraphQLQuery {
  const { query, variables } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const isVariables = variables == null || (typeof variables === 'object' && !Array.isArray(variables));
  if (typeof query !== 'string' || !isVariables) {
    throw new HttpError(
      400,
      'BAD_BODY',
      "Invalid body. Expected 'query', a string, and optionally 'variables', an object.",
    );
  }
  return { query, ...(variables ? { variables: variables as Record<string, unknown> } : {}) };
}
