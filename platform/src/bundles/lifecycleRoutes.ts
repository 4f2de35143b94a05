import {
  BundleCreated,
  BundleExistence,
  BundleGroups,
  BundleNames,
  BundleRecord,
  BundleStatus,
  BundleVersions,
  DsseEnvelope,
  NewBundle,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byBundlePermission } from '../access/accessRules.ts';
import { record } from '../access/audit/record.ts';
import { authorizeBundle, authorizeSomeBundle } from '../access/bundles.ts';
import { callerOf } from '../access/gateway.ts';
import { noContent, type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { findVersion, requireVersion, unknownBundle } from './content/bundleRows.ts';
import { createBundle } from './content/createBundle.ts';
import { deleteBundle } from './content/deleteBundle.ts';
import { readSources } from './content/readSources.ts';
import { verifiedContent } from './content/verified.ts';
import { refuseProject } from './gate.ts';
import { bundleGroups, bundleNames, bundleVersions } from './listing/pages.ts';
import { DEFAULT_KEY } from './signing/keys.ts';
import { BUNDLE_REPOSITORY, recordOf } from './wire.ts';

export const oneVersion = Type.Object({ name: Type.String(), version: Type.String() });
export const onePage = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
const byName = Type.Object({ name: Type.String() });
const asynchronous = Type.Object({ async: Type.Optional(Type.Boolean()) });
const grouped = Type.Object({
  ...onePage.properties,
  filter_by: Type.Optional(Type.String({ maxLength: 128, description: 'Beginning of the name.' })),
  order_asc: Type.Optional(Type.Boolean()),
});
/** Maximum bytes: 20,000 artifacts with long paths. */
const largest = 16 * 1024 * 1024;
const unknown = { 404: ['RELEASE_BUNDLE_NOT_FOUND'] };

/** Release bundle API for clients, under `/lifecycle/api/v2/release_bundle`. */
export async function lifecycleRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  const nodeId = app.platform.node;
  app.addHook('preHandler', async (request) => refuseProject(request));
  creation(api);
  lists(api, nodeId);
  records(api, nodeId);
  states(api);
  deletion(api);
}

function creation(api: OwnApi): void {
  api.post(
    '/',
    {
      bodyLimit: largest,
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary: 'Creates and signs a release bundle version.',
        body: NewBundle,
        querystring: asynchronous,
        response: { 201: BundleCreated, 202: BundleCreated },
      },
      config: {
        errors: {
          400: ['BAD_RELEASE_BUNDLE', 'TOO_MANY', 'NO_PROJECTS'],
          404: ['ARTIFACT_NOT_FOUND', 'SIGNING_KEY_NOT_FOUND'],
          409: ['RELEASE_BUNDLE_EXISTS', 'ARTIFACT_CHANGED', 'RELEASE_BUNDLE_INVALID'],
        },
      },
    },
    async (request, reply) => {
      const { release_bundle_name: name, release_bundle_version: version } = request.body;
      const caller = callerOf(request);
      await authorizeBundle(caller, 'deploy', name);
      const keyName = request.headers['x-jfrog-signing-key-name'];
      const { created } = await createBundle(caller, api.seal, {
        ...{ name, version, sources: readSources(request.body) },
        keyName: typeof keyName === 'string' && keyName !== '' ? keyName : DEFAULT_KEY,
      });
      // The version is complete in both cases; asynchronous clients request its status next.
      return reply.code(request.query.async === false ? 201 : 202).send({
        repository_key: BUNDLE_REPOSITORY,
        ...{ release_bundle_name: name, release_bundle_version: version, created: created.toISOString() },
      });
    },
  );
}

function lists(api: OwnApi, nodeId: string): void {
  api.get(
    '/names',
    { schema: { summary: 'Lists the names of release bundles.', response: { 200: BundleNames } } },
    (request) => bundleNames(callerOf(request)),
  );

  api.get(
    '/groups',
    {
      schema: {
        summary: 'Lists release bundles with their latest version.',
        querystring: grouped,
        response: { 200: BundleGroups },
      },
    },
    (request) => {
      const { offset = 0, limit = 100, filter_by: prefix = '', order_asc: ascending = false } = request.query;
      return bundleGroups(callerOf(request), { offset, limit, prefix, ascending }, nodeId);
    },
  );

  api.get(
    '/records/:name',
    {
      schema: {
        summary: 'Lists the versions of a release bundle.',
        params: byName,
        querystring: onePage,
        response: { 200: BundleVersions },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const { offset = 0, limit = 100 } = request.query;
      const versions = await bundleVersions(name, { offset, limit }, nodeId);
      if (versions.total === 0) throw unknownBundle(name);
      return versions;
    },
  );
}

function records(api: OwnApi, nodeId: string): void {
  api.get(
    '/records/:name/:version',
    {
      schema: {
        summary: 'Returns the exact content of a release bundle version, after verifying its signature.',
        params: oneVersion,
        response: { 200: BundleRecord },
      },
      config: { errors: { ...unknown, 409: ['RELEASE_BUNDLE_INVALID'] } },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const { content, verdict } = await verifiedContent(api.seal, await requireVersion(name, version));
      return recordOf(content, verdict, nodeId);
    },
  );

  api.get(
    '/records/:name/:version/attestation',
    {
      schema: {
        summary: 'Returns the signed attestation of a release bundle version.',
        params: oneVersion,
        response: { 200: DsseEnvelope },
      },
      config: { errors: { ...unknown, 409: ['RELEASE_BUNDLE_INVALID'] } },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const { signature } = await verifiedContent(api.seal, await requireVersion(name, version));
      return JSON.parse(signature.envelope) as DsseEnvelope;
    },
  );
}

function states(api: OwnApi): void {
  api.get(
    '/statuses/:name/:version',
    {
      schema: {
        summary: 'Returns the status of the creation of a release bundle version.',
        params: oneVersion,
        response: { 200: BundleStatus },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      await requireVersion(name, version);
      return { status: 'COMPLETED' as const, messages: [] };
    },
  );

  api.get(
    '/existence/:name/:version',
    {
      schema: {
        summary: 'Returns whether a release bundle version exists.',
        params: oneVersion,
        response: { 200: BundleExistence },
      },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      return { exists: (await findVersion(name, version)) !== undefined };
    },
  );
}

function deletion(api: OwnApi): void {
  api.delete(
    '/records/:name/:version',
    {
      schema: {
        summary: 'Deletes a release bundle version. Its artifacts stay, and can be deleted afterwards.',
        params: oneVersion,
        querystring: asynchronous,
        response: { 200: noContent, 204: noContent },
      },
      config: { errors: unknown },
    },
    async (request, reply) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'delete', name);
      if (!(await deleteBundle(name, version))) throw unknownBundle(name, version);
      await record(request, 'content-deleted', `Release bundle ${name} ${version} deleted`);
      return reply.code(request.query.async === true ? 200 : 204).send();
    },
  );
}
