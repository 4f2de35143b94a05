import { RepositoryConfiguration, UpstreamTest } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission, repositoryAdministrators } from '../access/accessRules.ts';
import { recordChange } from '../access/audit/record.ts';
import type { Caller } from '../access/Caller.ts';
import { allows, authorize, callerOf } from '../access/gateway.ts';
import { transaction } from '../database/db.ts';
import { transactionWithRetry } from '../database/transactionWithRetry.ts';
import { HttpError } from '../errors/HttpError.ts';
import { noContent, ownApi } from '../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../http/entityTag.ts';
import {
  isSameType,
  type Reading,
  readConfiguration,
  shownConfiguration,
  withoutNull,
  writeConfiguration,
} from './configuration.ts';
import {
  authorizeChange,
  authorizeIn,
  canNameMember,
  checkNewKey,
  checkStays,
  checkWithinProject,
  mayChangeIn,
  projectIn,
} from './projectRepositories.ts';
import { withoutCredentials } from './readCredentials.ts';
import { deleteRepository, replaceUpstream } from './removal.ts';
import {
  changeRepository,
  createRepository,
  findRepository,
  lockRepository,
  type Repository,
  requireRepository,
  virtualsWith,
} from './repositories.ts';
import { testUpstream } from './upstream/testUpstream.ts';

const byKey = Type.Object({ key: Type.String() });
/** Omitted fields keep their value; a remote has exactly one of the two kinds of upstream. */
function changed(before: RepositoryConfiguration, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const given: { packageType?: unknown } = withoutNull(body);
  // The console sends the type here: the repository keeps the name that its creator sent.
  if (isSameType(before.packageType, given.packageType)) delete given.packageType;
  const { url, hostUpstream, ...rest } = before;
  const upstreamGiven = 'url' in given || 'hostUpstream' in given;
  // A new period turns the cleanup on.
  if ('unusedArtifactsCleanupPeriodHours' in given) delete rest.unusedArtifactsCleanupEnabled;
  return {
    ...(upstreamGiven ? {} : { ...(url ? { url } : {}), ...(hostUpstream ? { hostUpstream } : {}) }),
    ...rest,
    ...given,
  };
}

/**
 * Throws `HttpError` 401 or 403 unless the caller can create a repository with this key, whether or
 * not it exists.
 */
async function authorizeNew(caller: Caller, key: string, body: unknown): Promise<void> {
  await authorizeIn(caller, projectIn(body));
  await checkNewKey(caller, key, projectIn(body));
}

function namingOf(caller: Caller, body: unknown, before?: Repository): Reading['canName'] {
  return (member) => canNameMember(caller, member, projectIn(body), before);
}

function exists(key: string): HttpError {
  return new HttpError(
    409,
    'EXISTS',
    `Repository ${key} already exists. Change it with POST to the same URL.`,
  );
}

/** Changes the repository as in the body, in the current transaction. */
async function change(request: FastifyRequest, key: string): Promise<void> {
  const { body } = request;
  const caller = callerOf(request);
  const before = await lockRepository(key);
  requireUnchanged(request, recorded(before), `Repository ${key}`);
  await checkStays(caller, before, body);
  const given = changed(writeConfiguration(before), body);
  const canName = namingOf(caller, given, before);
  const after = await readConfiguration(key, given, { before, canName });
  if (after.type !== before.type || after.packageType !== before.packageType) {
    throw new HttpError(
      400,
      'BAD_CONFIGURATION',
      `The type of repository ${key} cannot be changed later: it is ${before.type} ${before.packageType}`,
    );
  }
  await checkWithinProject(caller, after, before);
  const moved = after.url !== before.url || after.options.hostUpstream !== before.options.hostUpstream;
  if (moved) await replaceUpstream(after);
  else await changeRepository(after);
  const change = { before: recorded(before), after: recorded(after) };
  await recordChange(request, 'repository-changed', `${key} changed`, change);
}

/**
 * Routes of repositories: reading requires any permission, changes an administrator of the platform
 * or project.
 */
export async function repositoryRoutes(app: FastifyInstance): Promise<void> {
  // Clients use their own content types, such as
  // `application/vnd.org.jfrog.artifactory.repositories.LocalRepositoryConfiguration+json`.
  app.addContentTypeParser(
    /^application\/[\w.-]+\+json/,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  const api = ownApi(app, { tag: 'Repositories', access: byPermission });
  api.get(
    '/artifactory/api/repositories/:key',
    {
      schema: {
        summary: 'Returns the configuration of a repository.',
        params: byKey,
        response: { 200: RepositoryConfiguration },
      },
    },
    async (request, reply) => {
      await authorize(callerOf(request), 'read', { repo: request.params.key });
      const repository = await requireRepository(request.params.key);
      const shown = shownConfiguration(repository);
      // Only users who can change the repository see its upstream credentials.
      if (!(await mayChangeIn(callerOf(request), repository.projectKey))) return withoutCredentials(shown);
      sendTag(reply, recorded(repository));
      return shown;
    },
  );

  api.put(
    '/artifactory/api/repositories/:key',
    {
      schema: { summary: 'Creates a repository.', params: byKey, response: { 201: RepositoryConfiguration } },
      config: {
        access: repositoryAdministrators,
        errors: { 400: ['BAD_CONFIGURATION', 'BAD_KEY'], 409: ['EXISTS', 'REFERENCE_GONE'] },
      },
    },
    async (request) => {
      const { key } = request.params;
      const caller = callerOf(request);
      await authorizeNew(caller, key, request.body);
      if (await findRepository(key)) throw exists(key);
      const canName = namingOf(caller, request.body);
      const repository = await readConfiguration(key, request.body, { canName });
      await checkWithinProject(caller, repository);
      await transaction(async () => {
        if (!(await createRepository(repository))) throw exists(key);
        const after = recorded(repository);
        await recordChange(request, 'repository-changed', `${key} created`, { after });
      });
      return shownConfiguration(await requireRepository(key));
    },
  );

  api.post(
    '/artifactory/api/repositories/:key',
    {
      schema: {
        summary: 'Changes a repository. Omitted fields do not change.',
        params: byKey,
        response: { 200: RepositoryConfiguration },
      },
      config: {
        access: repositoryAdministrators,
        errors: {
          400: ['BAD_CONFIGURATION', 'BAD_KEY'],
          409: ['REFERENCE_GONE'],
          412: ['CHANGED_SINCE'],
        },
      },
    },
    async (request) => {
      const { key } = request.params;
      await authorizeChange(callerOf(request), key);
      // An uploader can lock a package before the repository.
      await transactionWithRetry(() => change(request, key));
      return shownConfiguration(await requireRepository(key));
    },
  );

  api.post(
    '/artifactory/api/repositories/:key/test',
    {
      schema: {
        summary: 'Tests the upstream of a remote repository, saved or not.',
        params: byKey,
        response: { 200: UpstreamTest },
      },
      config: { access: repositoryAdministrators, errors: { 400: ['BAD_CONFIGURATION', 'NO_UPSTREAM'] } },
    },
    async (request) => {
      const { key } = request.params;
      const caller = callerOf(request);
      const found = await findRepository(key);
      const before = found && (await mayChangeIn(caller, found.projectKey)) ? found : undefined;
      if (before) await checkStays(caller, before, request.body);
      else await authorizeNew(caller, key, request.body);
      if (found && !before) throw exists(key);
      const given = before ? changed(writeConfiguration(before), request.body) : request.body;
      const canName = namingOf(caller, given, before);
      const wanted = await readConfiguration(key, given, { before, canName });
      await checkWithinProject(caller, wanted, before);
      if (wanted.type !== 'remote')
        throw new HttpError(400, 'NO_UPSTREAM', `Repository ${key} is ${wanted.type} and has no upstream`);
      return testUpstream(wanted);
    },
  );

  api.delete(
    '/artifactory/api/repositories/:key',
    {
      schema: {
        summary: 'Deletes a repository with its content.',
        params: byKey,
        response: { 204: noContent },
      },
      config: { access: repositoryAdministrators, errors: { 409: ['IN_USE'] } },
    },
    async (request) => {
      const { key } = request.params;
      const caller = callerOf(request);
      await authorizeChange(caller, key);
      const before = writeConfiguration(await requireRepository(key));
      await deleteRepository(key, {
        check: () => checkUnused(caller, key),
        record: () => recordChange(request, 'repository-changed', `${key} deleted`, { before }),
      });
    },
  );
}

/** Throws `HttpError` 409 for a member of a virtual repository. */
async function checkUnused(caller: Caller, key: string): Promise<void> {
  const [holder] = await virtualsWith(key);
  if (holder === undefined) return;
  const named = await allows(caller, 'read', { repo: holder });
  const which = named ? holder : 'a virtual repository outside the project';
  throw new HttpError(
    409,
    'IN_USE',
    `Failed to delete repository ${key}. It is a member of ${which}. Remove it there first.`,
  );
}

/**
 * Returns the recorded fields of a repository, for the audit log. Secrets are redacted: they only
 * show changes.
 */
function recorded(repository: Repository): object {
  return { ...writeConfiguration(repository), ...secretsOf(repository) };
}

function secretsOf({ credentials, clientCertificate }: Repository): object {
  return {
    ...(credentials ? { credential: credentials.sealed.toString('base64') } : {}),
    ...(clientCertificate ? { clientKey: clientCertificate.sealed.toString('base64') } : {}),
  };
}
