import type { ServiceName, SupportBundleParameters } from '@lading/contract/rest';
import {
  NewSupportBundle,
  ServiceSupportBundle,
  SupportBundle,
  SupportBundles,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { untrustedContentHeaders } from '../../files/sendFile.ts';
import { file, noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { blobs } from '../../storage/storage.ts';
import { nodeIds } from '../status/nodes.ts';
import { type BundleRow, createBundle, deleteBundle, findBundle, listBundles } from './bundles.ts';

const url = '/ui/api/v1/ui/userSupport';
const byId = Type.Object({ id: Type.String() });

/** Support bundle routes of services. */
const services: readonly [ServiceName, string][] = [
  ['distribution', '/distribution/api/v1/system/support/bundle'],
  ['xray', '/xray/api/v1/system/support/bundle'],
  ['mc', '/mc/api/v1/system/support/bundle'],
  ['insight', '/insight/api/v1/system/support/bundle'],
  ['tracker', '/tracker/api/v3/pdn/system/support/bundle'],
];

/**
 * Adds the routes that request, list, download, and delete support bundles. A background job
 * creates them.
 */
export async function supportRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });

  api.get(
    `${url}/listBundles`,
    { schema: { summary: 'Lists the support bundles, newest first.', response: { 200: SupportBundles } } },
    async (_request, reply): Promise<SupportBundles> => {
      reply.header('cache-control', 'no-store');
      const bundles = (await listBundles()).map(reportOf);
      return { count: bundles.length, bundles };
    },
  );

  api.post(
    `${url}/generateBundle`,
    {
      schema: {
        summary: 'Requests a support bundle, which is created in the background.',
        body: NewSupportBundle,
        response: { 202: SupportBundle },
      },
      config: { errors: { 400: ['BAD_DATE'], 404: ['NODE_NOT_FOUND'] } },
    },
    async (request, reply) =>
      reply.code(202).send(reportOf(await requestBundle(request, 'artifactory', request.body))),
  );

  for (const [service, path] of services)
    api.post(
      path,
      {
        schema: {
          summary: `Requests a support bundle of the service ${service}, which is created in the background.`,
          body: NewSupportBundle,
          response: { 202: ServiceSupportBundle },
        },
        config: { errors: { 400: ['BAD_DATE'], 404: ['SERVICE_NOT_HERE', 'NODE_NOT_FOUND'] } },
      },
      async (request, reply) => {
        if (!app.services.has(service))
          throw new HttpError(
            404,
            'SERVICE_NOT_HERE',
            `The service ${service} is not part of this platform, so it has no support bundle`,
          );
        const { create_date: created, ...bundle } = reportOf(
          await requestBundle(request, service, request.body),
        );
        return reply.code(202).send({ ...bundle, created });
      },
    );

  bundleRoutes(api);
}

/** Adds the routes for downloading and deleting one bundle. */
function bundleRoutes(api: OwnApi): void {
  api.get(
    `${url}/downloadBundle/:id`,
    {
      schema: {
        summary: 'Downloads a support bundle.',
        params: byId,
        response: { 200: file('application/zip', 'The archive.') },
      },
      config: { errors: { 404: ['BUNDLE_NOT_FOUND'], 409: ['BUNDLE_NOT_READY'] } },
    },
    async (request, reply) => {
      const bundle = await findBundle(request.params.id);
      if (!bundle) throw notFound(request.params.id);
      if (bundle.sha256 === null)
        throw new HttpError(
          409,
          'BUNDLE_NOT_READY',
          bundle.status === 'failure'
            ? `The support bundle was not created: ${bundle.error}. Request another one`
            : 'The support bundle is being created. Try again in a moment',
        );
      const content = await blobs().open(bundle.sha256);
      await record(request, 'support-bundle-downloaded', `Support bundle ${bundle.name} (${bundle.id})`);
      reply.headers(untrustedContentHeaders({ path: fileName(bundle), mimeType: 'application/zip' }));
      reply.headers({ 'content-length': bundle.size ?? undefined, 'cache-control': 'no-store' });
      return reply.send(content);
    },
  );

  api.delete(
    `${url}/deleteBundle/:id`,
    {
      schema: { summary: 'Deletes a support bundle.', params: byId, response: { 204: noContent } },
      config: { errors: { 404: ['BUNDLE_NOT_FOUND'] } },
    },
    async (request) => {
      const { id } = request.params;
      const bundle = await findBundle(id);
      if (!bundle || !(await deleteBundle(id))) throw notFound(id);
      await record(request, 'support-bundle-deleted', `Support bundle ${bundle.name} (${id})`);
    },
  );
}

async function requestBundle(
  request: FastifyRequest,
  service: ServiceName,
  wanted: NewSupportBundle,
): Promise<BundleRow> {
  checkDates(wanted.parameters?.logs);
  await checkNodes(wanted.parameters?.nodes, request.server.platform.node);
  const bundle = await createBundle(service, wanted, callerOf(request).userName);
  await record(
    request,
    'support-bundle-requested',
    `Support bundle ${bundle.name} (${bundle.id}) of ${service}`,
  );
  request.server.jobs.wake('create-support-bundles');
  return bundle;
}

function checkDates(logs: SupportBundleParameters['logs']): void {
  const { start_date: start, end_date: end } = logs ?? {};
  for (const [name, date] of Object.entries({ start_date: start, end_date: end }))
    if (date !== undefined && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date)
      throw new HttpError(400, 'BAD_DATE', `logs.${name} is not a date: ${date}. Expected YYYY-MM-DD`);
  if (start !== undefined && end !== undefined && start > end)
    throw new HttpError(400, 'BAD_DATE', `logs.start_date ${start} is after logs.end_date ${end}`);
}

async function checkNodes(nodes: SupportBundleParameters['nodes'], own: string): Promise<void> {
  if (nodes === undefined || nodes === 'all') return;
  const known = await nodeIds(own);
  const unknown = nodes.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new HttpError(404, 'NODE_NOT_FOUND', `Node "${unknown}" not found. Expected ${known.join(', ')}`);
}

function notFound(id: string): HttpError {
  return new HttpError(
    404,
    'BUNDLE_NOT_FOUND',
    `Support bundle "${id.slice(0, 100)}" not found. GET ${url}/listBundles lists all bundles`,
  );
}

function reportOf(row: BundleRow): SupportBundle {
  const { id, name, description, service, created, createdBy, status, node, done, total, size, error } = row;
  return {
    id,
    name,
    description,
    create_date: created.toISOString(),
    status,
    service,
    created_by: createdBy,
    ...(node === null ? {} : { node }),
    done,
    total,
    ...(size === null ? {} : { size }),
    ...(error === null ? {} : { error }),
  };
}

/** Returns a name such as `support-bundle-artifactory-2026-01-31-14-05.zip`. */
function fileName({ service, created }: BundleRow): string {
  return `support-bundle-${service}-${created.toISOString().slice(0, 16).replace(/[T:]/g, '-')}.zip`;
}
