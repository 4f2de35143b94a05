import {
  AdvisoryPage,
  ComponentDetails,
  ComponentRequest,
  ComponentSearch,
  ScannerVersion,
  ScanPolicy,
  ViolationsAnswer,
  ViolationsRequest,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, byPermission } from '../access/accessRules.ts';
import { record, recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { listAdvisories } from '../advisories/advisories.ts';
import { HttpError } from '../errors/HttpError.ts';
import { noContent, ownApi } from '../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../http/entityTag.ts';
import { viewOf } from '../packages/sql/readable.ts';
import { version } from '../settings/version.ts';
import { removeAdvisory } from './advisories/saveAdvisories.ts';
import { componentDetails } from './components/componentDetails.ts';
import { type ComponentQuery, searchComponents } from './components/searchComponents.ts';
import { foundRoutes } from './found/routes.ts';
import { requireScanning } from './gate.ts';
import { defineFolderJob } from './imports/AdvisoryFolder.ts';
import { importRoutes } from './imports/routes.ts';
import { defineScanJob } from './matching/scan.ts';
import { changePolicy, currentPolicy } from './policy/scanPolicy.ts';
import { scanState } from './scanState.ts';
import { defineUpstreamJob } from './upstreams/askUpstreams.ts';
import { listViolations } from './violations/listViolations.ts';

/** Scanning: findings and policy violations of stored packages. */
export async function xrayRoutes(app: FastifyInstance): Promise<void> {
  const { settings } = app;
  if (settings.scanning) {
    app.services.add('xray');
    defineScanJob(app.platform);
    defineUpstreamJob(app.platform);
    if (settings.advisories !== undefined) defineFolderJob(app.platform, settings.advisories);
  }
  await app.register(async (gated) => {
    requireScanning(gated);
    await gated.register(readerRoutes);
    await gated.register(foundRoutes);
    await gated.register(administratorRoutes);
  });
}

/**
 * For users with read permission in a repository. Results cover only versions that the caller can
 * read.
 */
async function readerRoutes(app: FastifyInstance): Promise<void> {
  const scans = () => scanState(app.settings);

  const api = ownApi(app, { tag: 'Scanning', access: byPermission });

  api.get(
    '/xray/ui/homepage/getXrayVersion',
    { schema: { summary: 'Returns the version of the scanner.', response: { 200: ScannerVersion } } },
    async (request) => {
      await viewOf(callerOf(request));
      return { xray_version: version, xray_revision: version };
    },
  );

  api.post(
    '/xray/ui/component/paginatedsearch',
    {
      schema: {
        summary: 'Lists packages with the findings of their latest version.',
        response: { 200: ComponentSearch },
      },
      config: { query: componentQuery, body: Type.Object({ search: Type.Optional(Type.String()) }) },
    },
    async (request) => {
      const view = await viewOf(callerOf(request));
      const { search = '' } = (request.body ?? {}) as { search?: unknown };
      return searchComponents(view, request.query as ComponentQuery, text(search, 'search'), await scans());
    },
  );

  api.post(
    '/xray/ui/component/details/general',
    {
      schema: { summary: 'Returns the findings of a version.', response: { 200: ComponentDetails } },
      config: { body: ComponentRequest, errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const view = await viewOf(callerOf(request));
      const asked = (request.body ?? {}) as { package_id?: unknown; version?: unknown };
      const id = text(asked.package_id, 'package_id');
      const name = text(asked.version, 'version');
      const found = await componentDetails(view, id, name, await scans());
      if (found) return found;
      throw new HttpError(404, 'NOT_FOUND', `Version ${name.slice(0, 100)} of ${id.slice(0, 100)} not found`);
    },
  );

  api.post(
    '/xray/api/v1/violations',
    {
      schema: { summary: 'Lists violations of the policy.', response: { 200: ViolationsAnswer } },
      config: { body: ViolationsRequest },
    },
    async (request) => listViolations(await viewOf(callerOf(request)), request.body, await scans()),
  );
}

const optionalText = Type.Optional(Type.String());
const componentQuery = Type.Object({
  direction: optionalText,
  num_of_rows: optionalText,
  order_by: optionalText,
  page_num: optionalText,
});
const advisoryQuery = Type.Object({
  query: optionalText,
  severity: optionalText,
  ecosystem: optionalText,
  after: optionalText,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});

async function administratorRoutes(app: FastifyInstance): Promise<void> {
  await app.register(importRoutes);
  const api = ownApi(app, { tag: 'Scanning', access: administrators });

  api.get(
    '/xray/api/v1/advisories',
    {
      schema: { summary: 'Lists advisories, last changed first.', response: { 200: AdvisoryPage } },
      config: { query: advisoryQuery, errors: { 400: ['BAD_LIMIT'] } },
    },
    async (request) => {
      const {
        query,
        severity,
        ecosystem,
        after,
        limit = '50',
      } = request.query as Record<string, string | undefined>;
      if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 200)
        throw new HttpError(400, 'BAD_LIMIT', `Invalid limit "${limit.slice(0, 50)}". Expected 1 to 200.`);
      return listAdvisories({
        limit: Number(limit),
        ...(query ? { query: text(query, 'query') } : {}),
        ...(severity ? { severity } : {}),
        ...(ecosystem ? { ecosystem: text(ecosystem, 'ecosystem') } : {}),
        ...(after ? { after } : {}),
      });
    },
  );

  api.delete(
    '/xray/api/v1/advisories/:id',
    {
      schema: {
        summary: 'Deletes an advisory.',
        params: Type.Object({ id: Type.String() }),
        response: { 204: noContent },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await removeAdvisory(text(id, 'the id'))))
        throw new HttpError(404, 'NOT_FOUND', `Advisory ${id.slice(0, 100)} not found`);
      await record(request, 'advisories-changed', `Advisory ${id} deleted`);
    },
  );

  api.get(
    '/xray/api/v1/policy',
    { schema: { summary: 'Returns the policy.', response: { 200: ScanPolicy } } },
    async (_request, reply) => {
      const policy = await currentPolicy();
      sendTag(reply, policy);
      return policy;
    },
  );

  api.put(
    '/xray/api/v1/policy',
    {
      schema: { summary: 'Changes the policy.', response: { 200: ScanPolicy } },
      config: { body: ScanPolicy, errors: { 400: ['BAD_POLICY'], 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const policy = await changePolicy(request.body, callerOf(request).userName, {
        check: (before) => requireUnchanged(request, before, 'The scan policy'),
        record: (before, after) =>
          recordChange(request, 'settings-changed', 'Scan policy changed', { before, after }),
      });
      sendTag(reply, policy);
      return policy;
    },
  );
}

/** Requires a string that the database can store. */
function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value.length <= 1024 && !/\0|\p{Surrogate}/u.test(value)) return value;
  throw new HttpError(400, 'BAD_TEXT', `Invalid ${name}. Expected a string of up to 1024 characters.`);
}
