import type {
  AdvisoryPage,
  ComponentDetails,
  ComponentSearch,
  ScanPolicy,
  ViolationsAnswer,
} from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf } from '../access/gateway.ts';
import { listAdvisories } from '../advisories/advisories.ts';
import { HttpError } from '../errors/HttpError.ts';
import { viewOf } from '../packages/search/readable.ts';
import { version } from '../settings/version.ts';
import { removeAdvisory } from './advisories/saveAdvisories.ts';
import { componentDetails } from './components/componentDetails.ts';
import { type ComponentQuery, searchComponents } from './components/searchComponents.ts';
import { requireScanning } from './gate.ts';
import { defineFolderJob } from './imports/AdvisoryFolder.ts';
import { importRoutes } from './imports/routes.ts';
import { defineScanJob } from './matching/scan.ts';
import { changePolicy, currentPolicy } from './policy/scanPolicy.ts';
import { scanState } from './scanState.ts';
import { defineUpstreamJob } from './upstreams/askUpstreams.ts';
import { listViolations } from './violations/listViolations.ts';

/** Scanning: what is known to be wrong with what is held here, and what of it breaks the policy. */
export async function xrayRoutes(app: FastifyInstance): Promise<void> {
  const { settings } = app;
  if (settings.scanning) {
    app.services.add('xray');
    defineScanJob(app);
    defineUpstreamJob(app);
    if (settings.advisories !== undefined) defineFolderJob(app, settings.advisories);
  }
  await app.register(async (gated) => {
    requireScanning(gated);
    await gated.register(readerRoutes);
    await gated.register(administratorRoutes);
  });
}

/** For whoever may read a repository: what they say is of versions that the caller may read. */
async function readerRoutes(app: FastifyInstance): Promise<void> {
  const scans = () => scanState(app.settings);

  app.get('/xray/ui/homepage/getXrayVersion', async (request) => {
    await viewOf(callerOf(request));
    return { xray_version: version, xray_revision: version };
  });

  app.post<{ Querystring: ComponentQuery; Body: { search?: unknown } | null }>(
    '/xray/ui/component/paginatedsearch',
    async (request): Promise<ComponentSearch> => {
      const view = await viewOf(callerOf(request));
      return searchComponents(view, request.query, text(request.body?.search ?? '', 'search'), await scans());
    },
  );

  app.post<{ Body: { package_id?: unknown; version?: unknown } | null }>(
    '/xray/ui/component/details/general',
    async (request): Promise<ComponentDetails> => {
      const view = await viewOf(callerOf(request));
      const id = text(request.body?.package_id, 'package_id');
      const name = text(request.body?.version, 'version');
      const found = await componentDetails(view, id, name, await scans());
      if (found) return found;
      throw new HttpError(404, 'NOT_FOUND', `Version ${name.slice(0, 100)} of ${id.slice(0, 100)} not found`);
    },
  );

  app.post(
    '/xray/api/v1/violations',
    async (request): Promise<ViolationsAnswer> =>
      listViolations(await viewOf(callerOf(request)), request.body, await scans()),
  );
}

async function administratorRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request) => authorise(callerOf(request), 'admin', 'system'));
  await app.register(importRoutes);

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/xray/api/v1/advisories',
    async (request): Promise<AdvisoryPage> => {
      const { query, severity, ecosystem, after, limit = '50' } = request.query;
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

  app.delete<{ Params: { id: string } }>('/xray/api/v1/advisories/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await removeAdvisory(text(id, 'the id'))))
      throw new HttpError(404, 'NOT_FOUND', `Advisory ${id.slice(0, 100)} not found`);
    return reply.code(204).send();
  });

  app.get('/xray/api/v1/policy', async (): Promise<ScanPolicy> => currentPolicy());

  app.put(
    '/xray/api/v1/policy',
    async (request): Promise<ScanPolicy> => changePolicy(request.body, callerOf(request).userName),
  );
}

/** As the database can hold it. */
function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value.length <= 1024 && !/\0|\p{Surrogate}/u.test(value)) return value;
  throw new HttpError(400, 'BAD_TEXT', `Invalid ${name}. Expected a string of up to 1024 characters.`);
}
