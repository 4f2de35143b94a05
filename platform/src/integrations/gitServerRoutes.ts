import { ConnectionTest, GitRepositories, IntegrationForm } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import type { Seal } from '../secrets/Seal.ts';
import { checkForm } from './checkForm.ts';
import { type Connection, requireConnection, storedToken, tokenFor } from './connections.ts';
import { askGitServer } from './git/askGitServer.ts';
import { GitServerError } from './git/GitServerError.ts';
import { requireVendor } from './git/vendors.ts';
import { requireGitIntegrations } from './gitFeature.ts';
import { byKey, formErrors, off } from './gitRoutes.ts';

/** Routes that call a Git server, under `/ui/api/v1/integration`, for administrators. */
export async function gitServerRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Integrations', access: administrators });
  app.addHook('preHandler', () => requireGitIntegrations(app));
  const { seal } = app;

  api.post(
    '/test',
    {
      schema: {
        summary: 'Tests a connection by calling the Git server. Stores nothing.',
        body: IntegrationForm,
        response: { 200: ConnectionTest },
      },
      config: { errors: { 400: [...formErrors, 'CONNECTION_TEST_FAILED'], ...off } },
    },
    async (request) => {
      const form = checkForm(request.body);
      const before =
        form.integrationKey === undefined ? undefined : await requireConnection(form.integrationKey);
      const { url, userName, vendorName, allowPrivate = false } = form;
      const vendor = requireVendor(vendorName);
      const access = { url, userName, allowPrivate, token: tokenFor(before, form, seal) };
      return asking(() => vendor.test(askGitServer(vendor, access), access), testFailed);
    },
  );

  api.get(
    '/:integrationKey/repositories',
    {
      schema: {
        summary: 'Lists the repositories that the token of a connection can read, by name.',
        params: byKey,
        querystring: Type.Object({
          search: Type.Optional(Type.String({ maxLength: 100, description: 'A part of the name.' })),
          cursor: Type.Optional(Type.String({ maxLength: 20, description: 'Of the page before.' })),
        }),
        response: { 200: GitRepositories },
      },
      config: { errors: { 404: ['INTEGRATION_NOT_FOUND'], 502: ['GIT_SERVER_FAILED'], ...off } },
    },
    async (request): Promise<GitRepositories> => {
      const connection = await requireConnection(request.params.integrationKey);
      const { search = '', cursor } = request.query;
      return asking(() => repositoriesOf(connection, seal, search.trim(), cursor), serverFailed);
    },
  );
}

async function repositoriesOf(
  connection: Connection,
  seal: Seal,
  search: string,
  cursor: string | undefined,
): Promise<GitRepositories> {
  const vendor = requireVendor(connection.vendor);
  const access = { ...connection, token: storedToken(connection, seal) };
  return vendor.repositories(askGitServer(vendor, access), { search, cursor });
}

async function asking<T>(
  work: () => Promise<T>,
  asHttpError: (error: GitServerError) => HttpError,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GitServerError ? asHttpError(error) : error;
  }
}

function testFailed({ message }: GitServerError): HttpError {
  const failed = 'Connection test failed, please check your credentials';
  return new HttpError(400, 'CONNECTION_TEST_FAILED', failed, message);
}

function serverFailed({ message }: GitServerError): HttpError {
  return new HttpError(502, 'GIT_SERVER_FAILED', `Failed to list the repositories. ${message}`);
}
