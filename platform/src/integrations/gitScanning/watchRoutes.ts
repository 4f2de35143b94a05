import {
  CreatedGitWatch,
  type GitWatch,
  GitWatchDetails,
  GitWatch as GitWatchSchema,
  NewGitWatch,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { requireConnection, storedToken } from '../connections.ts';
import { askGitServer } from '../git/askGitServer.ts';
import { GitServerError } from '../git/GitServerError.ts';
import { requireVendor } from '../git/vendors.ts';
import { requireGitIntegrations } from '../gitFeature.ts';
import { byKey, off } from '../gitRoutes.ts';
import { countsOf, filesOf, findingsOf, heldOf } from './findings.ts';
import { sarifOf } from './sarif.ts';
import { scanJob } from './scanJob.ts';
import {
  addWatch,
  checkSoon,
  removeWatch,
  renewSecret,
  requireWatch,
  type Watch,
  watchesOf,
} from './watches.ts';

const byWatch = Type.Object({ ...byKey.properties, watch: Type.String({ maxLength: 50 }) });
const noConnection = { 404: ['INTEGRATION_NOT_FOUND'], ...off };
const noWatch = { 404: ['GIT_WATCH_NOT_FOUND'], ...off };
export const hookPath = '/ui/api/v1/integration/hooks';

type Api = ReturnType<typeof ownApi>;

/** Watched branches, under `/ui/api/v1/integration/{key}/watches`, for administrators. */
export async function watchRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Integrations', access: administrators });
  app.addHook('preHandler', () => requireGitIntegrations(app));
  resultRoutes(api);
  oneWatchRoutes(app, api);

  api.post(
    '/',
    {
      schema: {
        summary: 'Watches a branch: its lock files and SBOMs are scanned now and after each push.',
        params: byKey,
        body: NewGitWatch,
        response: { 201: CreatedGitWatch },
      },
      config: {
        errors: {
          404: ['INTEGRATION_NOT_FOUND'],
          409: ['GIT_INTEGRATIONS_OFF', 'GIT_WATCH_EXISTS'],
          502: ['GIT_SERVER_FAILED'],
        },
      },
    },
    async (request, reply) => {
      const { integrationKey } = request.params;
      const wanted = request.body;
      await checkBranch(app, integrationKey, wanted);
      const { id, secret } = await addWatch(integrationKey, wanted, callerOf(request).userName, app.seal);
      await record(
        request,
        'settings-changed',
        `Branch ${wanted.branch} of ${wanted.repository} is watched by integration ${integrationKey}`,
      );
      app.jobs.wake(scanJob);
      reply.header('cache-control', 'no-store');
      return created(request, id, secret);
    },
  );
}

function oneWatchRoutes(app: FastifyInstance, api: Api): void {
  api.post(
    '/:watch/hook',
    {
      schema: {
        summary: 'Replaces the secret of the webhook, and returns the new one, once.',
        params: byWatch,
        response: { 200: CreatedGitWatch },
      },
      config: { errors: noWatch },
    },
    async (request, reply) => {
      const { id } = await watchIn(request.params);
      reply.header('cache-control', 'no-store');
      await record(request, 'settings-changed', `Secret of the webhook of watch ${id} was replaced`);
      return created(request, id, await renewSecret(id, app.seal));
    },
  );

  api.post(
    '/:watch/scan',
    {
      schema: { summary: 'Scans the branch again.', params: byWatch, response: { 204: noContent } },
      config: { errors: noWatch },
    },
    async (request) => {
      await checkSoon((await watchIn(request.params)).id, true);
      app.jobs.wake(scanJob);
    },
  );

  api.delete(
    '/:watch',
    {
      schema: {
        summary: 'Ends watching a branch, and deletes its results.',
        params: byWatch,
        response: { 204: noContent },
      },
      config: { errors: noWatch },
    },
    async (request) => {
      const { id, repository, branch } = await watchIn(request.params);
      await removeWatch(id);
      await record(request, 'settings-changed', `Branch ${branch} of ${repository} is no longer watched`);
    },
  );
}

function resultRoutes(api: Api): void {
  api.get(
    '/',
    {
      schema: {
        summary: 'Lists the watched branches of a connection with their findings.',
        params: byKey,
        response: { 200: Type.Array(GitWatchSchema) },
      },
      config: { errors: noConnection },
    },
    async (request) => {
      const { key } = await requireConnection(request.params.integrationKey);
      return shown(await watchesOf(key));
    },
  );

  api.get(
    '/:watch',
    {
      schema: {
        summary: 'Returns a watched branch with its files and findings.',
        params: byWatch,
        response: { 200: GitWatchDetails },
      },
      config: { errors: noWatch },
    },
    async (request): Promise<GitWatchDetails> => {
      const watch = await watchIn(request.params);
      const [first] = await shown([watch]);
      if (!first) throw new Error('The watch has no counts');
      const { id } = watch;
      return {
        watch: first,
        files: await filesOf(id),
        findings: await findingsOf(id),
        held: await heldOf(id),
      };
    },
  );

  api.get(
    '/:watch/sarif',
    {
      schema: {
        summary: 'Exports the findings of a watched branch as SARIF 2.1.0.',
        params: byWatch,
        response: { 200: Type.Unsafe<object>({}) },
      },
      config: { errors: noWatch },
    },
    async (request, reply) => {
      const watch = await watchIn(request.params);
      const name = `${watch.repository}-${watch.branch}`.replace(/[^\w.-]+/g, '-');
      return reply
        .header('content-disposition', `attachment; filename="${name}.sarif"`)
        .type('application/sarif+json')
        .send(sarifOf(watch, await findingsOf(watch.id)));
    },
  );
}

function watchIn({ integrationKey, watch }: { integrationKey: string; watch: string }): Promise<Watch> {
  return requireWatch(integrationKey, watch);
}

/** Rejects branches that the token cannot read. Throws `HttpError` 404 or 502. */
async function checkBranch({ seal }: FastifyInstance, key: string, wanted: NewGitWatch): Promise<void> {
  const connection = await requireConnection(key);
  const vendor = requireVendor(connection.vendor);
  const ask = askGitServer(vendor, { ...connection, token: storedToken(connection, seal) });
  try {
    await vendor.code.head(ask, { id: wanted.repository_id, name: wanted.repository }, wanted.branch);
  } catch (error) {
    if (!(error instanceof GitServerError)) throw error;
    throw new HttpError(
      502,
      'GIT_SERVER_FAILED',
      `Failed to read branch ${wanted.branch} of ${wanted.repository}. ${error.message}`,
    );
  }
}

async function shown(watches: readonly Watch[]): Promise<GitWatch[]> {
  const counts = await countsOf(watches.map(({ id }) => id));
  return watches.flatMap((watch) => {
    const {
      id,
      repositoryId,
      repository,
      branch,
      hookSecret,
      commitStatus,
      head,
      scanned,
      error,
      truncated,
    } = watch;
    const own = counts.get(id);
    if (!own) return [];
    return {
      ...{ id, repository_id: repositoryId, repository, branch, webhook: hookSecret !== null },
      commit_status: commitStatus,
      ...(head === null ? {} : { head }),
      ...(scanned === null ? {} : { scanned }),
      ...(error === null ? {} : { error }),
      ...{ truncated, ...own },
    };
  });
}

function created(request: FastifyRequest, id: string, secret: string | undefined): CreatedGitWatch {
  if (secret === undefined) return { id };
  return { id, hook: { url: `${ownOrigin(request)}${hookPath}/${id}`, secret } };
}
