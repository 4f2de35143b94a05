import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorise, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readableMembers } from '../../files/keptFile.ts';
import { sendText } from '../../files/sendText.ts';
import { speakProtocol } from '../../pipeline/protocol.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import { type Repository, requireRepository } from '../../repositories/repositories.ts';
import { Addresses, type Hive, prefix } from './addresses.ts';
import { takeApiKey } from './apiKey.ts';
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

/** NuGet's protocol in its third version, below `/artifactory/api/nuget/v3/{repo}/`. */
export async function nugetRoutes(app: FastifyInstance): Promise<void> {
  onRepositoryDeleted(app.platform, dropVersions);
  speakProtocol(app);
  app.addHook('onRequest', takeApiKey);

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

async function sendServiceIndex(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const repository = await repositoryOf(request);
  await mayReadSome(request, repository);
  return json(request, reply, serviceIndex(new Addresses(request, repository.key).base));
}

/** Throws `HttpError` 401 or 403 for who may read nothing here; who may only publish finds his way too. */
async function mayReadSome(request: FastifyRequest, repository: Repository): Promise<void> {
  try {
    await readableMembers(callerOf(request), repository, '');
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await authorise(callerOf(request), 'deploy', { repo: repository.key }).catch(() => {
      throw error;
    });
  }
}

async function sendVersions(request: FastifyRequest<OfPackage>, reply: FastifyReply): Promise<FastifyReply> {
  const { id, repo } = checked(request.params);
  const versions = await versionNames(
    await sourcesFor(callerOf(request), await repositoryOf(request), id),
    id,
  );
  if (!versions.length) throw missing(id, repo);
  return json(request, reply, { versions });
}

/** The versions that a hive shows; throws `HttpError` 404 where there is none. */
async function versionsIn(request: FastifyRequest<OfPackage>, hive: Hive): Promise<KnownVersion[]> {
  const { id, repo } = checked(request.params);
  const all = await knownVersions(await sourcesFor(callerOf(request), await repositoryOf(request), id), id);
  const shown = hive === 'registration' ? all.filter(({ semver2 }) => !semver2) : all;
  if (!shown.length) throw missing(id, repo);
  return shown;
}

async function sendIndex(
  request: FastifyRequest<OfPackage>,
  reply: FastifyReply,
  hive: Hive,
): Promise<FastifyReply> {
  const versions = await versionsIn(request, hive);
  return json(request, reply, registrationIndex(new Addresses(request, request.params.repo), hive, versions));
}

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

async function sendSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request);
  const repository = await repositoryOf(request);
  const result = await search(callerOf(request), repository, query, reportTo(request));
  const hive = query.semver2 ? 'registration-semver2' : 'registration';
  return json(request, reply, searchAnswer(new Addresses(request, repository.key), hive, result));
}

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
    request.log.warn({ err: failure }, 'an upstream failed; the search results lack its packages');
}

/** Throws `HttpError` 404 for what no package can be named. */
function checked<T extends { id: string; repo: string }>(params: T): T {
  if (!isId(params.id)) throw missing(params.id, params.repo);
  return params;
}

function missing(id: string, repo: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `Package ${id.slice(0, 100)} not found in ${repo}`);
}
