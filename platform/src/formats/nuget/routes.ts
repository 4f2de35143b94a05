import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { sendText } from '../../files/sendText.ts';
import { readableMembers } from '../../files/storedFile.ts';
import { speakProtocol } from '../../pipeline/protocol.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import { type Repository, requireRepository } from '../../repositories/repositories.ts';
import { Addresses, type Hive, prefix } from './addresses.ts';
import { authenticateByApiKey } from './apiKey.ts';
import { sendPackageFile } from './flatContainer.ts';
import { knownVersions, sourcesFor, versionNames } from './knownVersions.ts';
import { isId } from './package/nuspec.ts';
import { push, pushSymbols, relist, unlist } from './publish.ts';
import { registrationIndex, registrationLeaf, registrationPage } from './registration/writeRegistration.ts';
import { readQuery } from './search/readQuery.ts';
import { search, searchAnswer } from './search/search.ts';
import { serviceIndex } from './serviceIndex.ts';
import { dropVersions, type KnownVersion, lowerVersion } from './versions.ts';

interface OfPackage {
  Params: { repo: string; id: string };
}
interface OfFile {
  Params: { repo: string; id: string; version: string; file: string };
}
interface OfPage {
  Params: { repo: string; id: string; lower: string; upper: string };
}
interface OfLeaf {
  Params: { repo: string; id: string; leaf: string };
}

/** The NuGet V3 protocol, below `/artifactory/api/nuget/v3/{repo}/`. */
export async function nugetRoutes(app: FastifyInstance): Promise<void> {
  onRepositoryDeleted(app.platform, dropVersions);
  speakProtocol(app);
  app.addHook('onRequest', authenticateByApiKey);

  const at = (path: string) => `${prefix}/:repo${path}`;
  for (const url of [at(''), at('/'), at('/index.json')]) app.get(url, sendServiceIndex);
  for (const url of [at('/package'), at('/package/'), at('/'), at('/api/v2/package')]) app.put(url, push);
  for (const url of [at('/symbolpackage'), at('/symbolpackage/'), at('/api/v2/symbolpackage')])
    app.put(url, pushSymbols);
  app.delete(at('/package/:id/:version'), unlist);
  app.post(at('/package/:id/:version'), relist);

  app.get<OfPackage>(at('/flatcontainer/:id/index.json'), sendVersions);
  app.get<OfFile>(at('/flatcontainer/:id/:version/:file'), async (request, reply) =>
    sendPackageFile(request, reply, await repositoryOf(request), request.params),
  );
  for (const hive of ['registration', 'registration-semver2'] as const) {
    app.get<OfPackage>(at(`/${hive}/:id/index.json`), (request, reply) => sendIndex(request, reply, hive));
    app.get<OfPage>(at(`/${hive}/:id/page/:lower/:upper`), (request, reply) =>
      sendPage(request, reply, hive),
    );
    app.get<OfLeaf>(at(`/${hive}/:id/:leaf`), (request, reply) => sendLeaf(request, reply, hive));
  }
  app.get(at('/query'), sendSearch);
  app.get(at('/autocomplete'), sendCompletions);
}

async function repositoryOf(request: FastifyRequest): Promise<Repository> {
  return requireRepository((request.params as { repo: string }).repo, 'nuget');
}

function json(request: FastifyRequest, reply: FastifyReply, value: unknown): Promise<FastifyReply> {
  return sendText(request, reply, 'application/json; charset=utf-8', JSON.stringify(value));
}

/**
 * Lists the URLs of the other resources.
 *
 * ```text
 * GET /artifactory/api/nuget/v3/{repo}/index.json 200 {"version": "3.0.0", "resources": [{"@id":
 * "https://…/query", "@type": "SearchQueryService"}, …]}
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/service-index
 */
async function sendServiceIndex(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const repository = await repositoryOf(request);
  await mayReadSome(request, repository);
  return json(request, reply, serviceIndex(new Addresses(request, repository.key).base));
}

/**
 * Allows callers that can read something, and callers that can only publish. Throws `HttpError` 401
 * or 403 otherwise.
 */
async function mayReadSome(request: FastifyRequest, repository: Repository): Promise<void> {
  try {
    await readableMembers(callerOf(request), repository, '');
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await authorize(callerOf(request), 'deploy', { repo: repository.key }).catch(() => {
      throw error;
    });
  }
}

/**
 * Lists all versions of a package, including unlisted ones.
 *
 * ```text
 * GET /artifactory/api/nuget/v3/{repo}/flatcontainer/kite/index.json
 * 200 {"versions": ["1.0.0"]}
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/package-base-address-resource#enumerate-package-versions
 */
async function sendVersions(request: FastifyRequest<OfPackage>, reply: FastifyReply): Promise<FastifyReply> {
  const { id, repo } = checked(request.params);
  const versions = await versionNames(
    await sourcesFor(callerOf(request), await repositoryOf(request), id),
    id,
  );
  if (!versions.length) throw missing(id, repo);
  return json(request, reply, { versions });
}

/** The versions in a hive. Throws `HttpError` 404 if there are none. */
async function versionsIn(request: FastifyRequest<OfPackage>, hive: Hive): Promise<KnownVersion[]> {
  const { id, repo } = checked(request.params);
  const all = await knownVersions(await sourcesFor(callerOf(request), await repositoryOf(request), id), id);
  const shown = hive === 'registration' ? all.filter(({ semver2 }) => !semver2) : all;
  if (!shown.length) throw missing(id, repo);
  return shown;
}

/**
 * Describes all versions of a package, in pages.
 *
 * ```text
 * GET /artifactory/api/nuget/v3/{repo}/registration/kite/index.json
 * 200 {"count": 1, "items": [{"lower": "1.0.0", "upper": "1.0.0", "count": 1, "items": […]}]}
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/registration-base-url-resource#registration-index
 */
async function sendIndex(
  request: FastifyRequest<OfPackage>,
  reply: FastifyReply,
  hive: Hive,
): Promise<FastifyReply> {
  const versions = await versionsIn(request, hive);
  return json(request, reply, registrationIndex(new Addresses(request, request.params.repo), hive, versions));
}

/**
 * Describes the versions of one page.
 *
 * ```text
 * GET /artifactory/api/nuget/v3/{repo}/registration/kite/page/1.0.0/2.0.0.json 200 {"lower":
 * "1.0.0", "upper": "2.0.0", "count": 64, "items": [{"catalogEntry": {…}, "packageContent": "…"}]}
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/registration-base-url-resource#registration-page
 */
async function sendPage(
  request: FastifyRequest<OfPage>,
  reply: FastifyReply,
  hive: Hive,
): Promise<FastifyReply> {
  const { repo, id, lower, upper } = request.params;
  const versions = await versionsIn(request, hive);
  const page = registrationPage(
    new Addresses(request, repo),
    hive,
    versions,
    lower,
    upper.replace(/\.json$/, ''),
  );
  if (!page)
    throw new HttpError(
      404,
      'NOT_FOUND',
      `The registration of ${id} in ${repo} has no such page. See its index.`,
    );
  return json(request, reply, page);
}

/**
 * Describes one version.
 *
 * ```text
 * GET /artifactory/api/nuget/v3/{repo}/registration/kite/1.0.0.json
 * 200 {"listed": true, "packageContent": "…", "registration": "…"}
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/registration-base-url-resource#registration-leaf
 */
async function sendLeaf(
  request: FastifyRequest<OfLeaf>,
  reply: FastifyReply,
  hive: Hive,
): Promise<FastifyReply> {
  const { repo, id, leaf } = request.params;
  const wanted = lowerVersion(leaf.replace(/\.json$/, ''));
  const version = (await versionsIn(request, hive)).find((each) => lowerVersion(each.version) === wanted);
  if (!version) throw new HttpError(404, 'NOT_FOUND', `Version ${wanted} of ${id} not found in ${repo}`);
  return json(request, reply, registrationLeaf(new Addresses(request, repo), hive, version));
}

/**
 * Searches by words.
 *
 * ```text
 * GET
 * /artifactory/api/nuget/v3/{repo}/query?q=kite&skip=0&take=20&prerelease=false&semVerLevel=2.0.0
 * 200 {"totalHits": 1, "data": [{"id": "Kite", "version": "1.0.0", "versions": [{"version":
 * "1.0.0", "downloads": 0}]}]}
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/search-query-service-resource
 */
async function sendSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request);
  const repository = await repositoryOf(request);
  const result = await search(callerOf(request), repository, query, reportTo(request));
  const hive = query.semver2 ? 'registration-semver2' : 'registration';
  return json(request, reply, searchAnswer(new Addresses(request, repository.key), hive, result));
}

/**
 * Completes the ID of a package, or lists its versions.
 *
 * ```text
 * GET /artifactory/api/nuget/v3/{repo}/autocomplete?q=ki, or ?id=Kite
 * 200 {"totalHits": 1, "data": ["Kite"]}, or {"data": ["1.0.0"]}
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/search-autocomplete-service-resource
 */
async function sendCompletions(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id, ...query } = readQuery(request);
  const repository = await repositoryOf(request);
  if (id === undefined) {
    const { total, found } = await search(callerOf(request), repository, query, reportTo(request));
    return json(request, reply, { totalHits: total, data: found.map((each) => each.id) });
  }
  const named = checked({ id, repo: repository.key });
  const versions = await knownVersions(await sourcesFor(callerOf(request), repository, named.id), named.id);
  const shown = versions.filter(
    ({ listed, prerelease, semver2 }) =>
      listed && (query.prerelease || !prerelease) && (query.semver2 || !semver2),
  );
  return json(request, reply, { data: shown.map(({ version }) => version) });
}

function reportTo(request: FastifyRequest) {
  return (failure: Error) =>
    request.log.warn({ err: failure }, 'Failed to query an upstream; the search results omit its packages');
}

/** Throws `HttpError` 404 for an invalid package ID. */
function checked<T extends { id: string; repo: string }>(params: T): T {
  if (!isId(params.id)) throw missing(params.id, params.repo);
  return params;
}

function missing(id: string, repo: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `Package ${id.slice(0, 100)} not found in ${repo}`);
}
