import { Consignment, EdgeCredential, EdgeState, Paired, Pairing, Reception } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { everyone } from '../../access/accessRules.ts';
import { audit } from '../../access/audit/audit.ts';
import { originOf } from '../../access/origin.ts';
import { db } from '../../database/db.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { bytesOf } from '../../http/wholeBody.ts';
import { version } from '../../settings/version.ts';
import { oneVersion } from '../lifecycleRoutes.ts';
import { pair, pairedSources, renewCredential, sourceOf } from './pairing.ts';
import { completeReception } from './receive/completeReception.ts';
import { maxPartBytes, receiveBytes } from './receive/receiveBytes.ts';
import { beginReception, requireReceived } from './receive/receivedRows.ts';
import { removeReceived } from './receive/removeReceived.ts';
import { endSource } from './servers.ts';

/** Bytes: the size of a statement with 20,000 artifacts, in base64 and JSON. */
const maxConsignmentBytes = 32 * 1024 * 1024;
const unknown = { 401: ['NOT_PAIRED'], 404: ['RELEASE_BUNDLE_NOT_FOUND'] };

/** Routes of an edge for its sources, under `/distribution/api/v2/receiver`. */
export async function receiverRoutes(app: FastifyInstance): Promise<void> {
  await app.register(pairing);
  await app.register(bundles, { prefix: '/bundles/:name/:version' });
  await app.register(bytes, { prefix: '/bundles/:name/:version/blobs' });
}

async function pairing(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Edges', access: pairedSources });

  api.post(
    '/pair',
    {
      schema: {
        summary:
          'Exchanges a pairing code for a credential with which a server distributes release bundles to this one.',
        body: Pairing,
        response: { 200: Paired },
      },
      config: { access: everyone, errors: { 400: ['BAD_PUBLIC_KEY'], 403: ['BAD_PAIRING_CODE'] } },
    },
    (request) => pair(request, request.body),
  );

  api.get(
    '/pairing',
    {
      schema: { summary: 'Returns the version of this server to its source.', response: { 200: EdgeState } },
      config: { errors: { 401: ['NOT_PAIRED'] } },
    },
    async () => ({ version }),
  );

  api.post(
    '/pairing/credential',
    {
      schema: {
        summary:
          'Creates a new credential for the calling server. The one of the request is valid until the next renewal.',
        response: { 200: EdgeCredential },
      },
      config: { errors: { 401: ['NOT_PAIRED'] } },
    },
    (request) => renewCredential(request),
  );

  api.delete(
    '/pairing',
    {
      schema: {
        summary: 'Ends the pairing of the calling server with this one.',
        response: { 204: noContent },
      },
      config: { errors: { 401: ['NOT_PAIRED'] } },
    },
    async (request) => {
      const { id, name } = sourceOf(request);
      await endSource(id);
      await audit(originOf(request), { event: 'edge-changed', detail: `Server ${name} ended the pairing` });
    },
  );
}

async function bundles(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Edges', access: pairedSources });

  api.put(
    '/',
    {
      // Before the large body is read.
      preParsing: pairedSources.check,
      bodyLimit: maxConsignmentBytes,
      schema: {
        summary:
          'Announces a release bundle version, verifies its signature, and returns the content that this server lacks.',
        params: oneVersion,
        body: Consignment,
        response: { 200: Reception },
      },
      config: {
        errors: {
          400: ['BAD_CONSIGNMENT', 'BAD_PATH', 'BAD_PROPERTY', 'BAD_REPOSITORY_KEY'],
          401: ['NOT_PAIRED'],
          403: ['BAD_SIGNATURE'],
          409: ['RELEASE_BUNDLE_EXISTS'],
        },
      },
    },
    (request) => beginReception(sourceOf(request), request.params, request.body),
  );

  api.post(
    '/complete',
    {
      schema: {
        summary:
          'Makes all files of a received release bundle version visible, or returns the content that is missing.',
        params: oneVersion,
        response: { 200: Reception },
      },
      config: { errors: { ...unknown, 409: ['NOT_PLACEABLE', 'CHANGED'] } },
    },
    (request) => completeReception(sourceOf(request), request.params.name, request.params.version),
  );

  api.delete(
    '/',
    {
      schema: {
        summary: 'Removes a release bundle version from this server, with the files that came with it.',
        params: oneVersion,
        querystring: Type.Object({
          incomplete: Type.Optional(Type.Boolean({ description: 'Only if it is not complete.' })),
        }),
        response: { 204: noContent },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { id } = sourceOf(request);
      const { incomplete = false } = request.query;
      const { name, version } = request.params;
      const { rows } = await db().execute(
        sql`SELECT FROM received_bundles WHERE name = ${name} AND version = ${version} AND source_id::text <> ${id}`,
      );
      if (rows.length > 0) await requireReceived(sourceOf(request), name, version);
      await removeReceived(request.params, () => undefined, { incomplete });
    },
  );
}

async function bytes(app: FastifyInstance): Promise<void> {
  // Treat bodies as bytes, regardless of their content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const api = ownApi(app, { tag: 'Edges', access: pairedSources });

  api.put(
    '/:sha256',
    {
      preParsing: pairedSources.check,
      bodyLimit: maxPartBytes,
      schema: {
        summary:
          'Receives content of a release bundle version. The body contains bytes of the file, up to 16 MiB.',
        params: Type.Object({ ...oneVersion.properties, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
        querystring: Type.Object({
          start: Type.Integer({ minimum: 0, description: 'Of the first byte within the file.' }),
        }),
        response: { 204: noContent },
      },
      config: {
        errors: {
          ...unknown,
          404: [...unknown[404], 'NOT_IN_BUNDLE'],
          409: ['WRONG_OFFSET'],
          422: ['CHECKSUM_MISMATCH'],
        },
      },
    },
    async (request) => {
      await receiveBytes(sourceOf(request), { ...request.params, ...request.query }, bytesOf(request));
    },
  );
}
