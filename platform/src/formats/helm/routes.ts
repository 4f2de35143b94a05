import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/Caller.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type Address, parseAddress } from '../../files/address.ts';
import { fileInfo } from '../../files/fileInfo.ts';
import type { FileRow } from '../../files/files.ts';
import { sendFile } from '../../files/sendFile.ts';
import { readable, type Within } from '../../files/tree/reach.ts';
import { acceptedEncoding } from '../../http/encoding.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { speakProtocol } from '../../pipeline/protocol.ts';
import { authorizeWrite, writeTarget } from '../../pipeline/writeTarget.ts';
import { deployFile } from '../../plainFiles/deploy.ts';
import { readFile } from '../../plainFiles/readFile.ts';
import type { Arriving } from '../../plainFiles/remote/fetchFile.ts';
import { sendArriving } from '../../plainFiles/remote/sendArriving.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import { type Repository, requireRepository } from '../../repositories/repositories.ts';
import { servingMembers } from '../../repositories/serving.ts';
import { chartLimit } from './chart.ts';
import { dropCharts } from './charts.ts';
import { indexOf } from './index.ts';
import { museumRoutes } from './museum/routes.ts';
import { removeChart } from './removeChart.ts';

const prefix = '/artifactory/api/helm';

/**
 * A chart repository below `/artifactory/api/helm/{repo}/`: its index, charts by GET, PUT, and
 * DELETE, and the ChartMuseum API.
 *
 * ```text
 * GET    /artifactory/api/helm/{repo}/index.yaml         apiVersion: v1
 *                                                        entries: {kite: [{name: kite, version: 1.0.0, urls: […], digest: …}]}
 * GET    /artifactory/api/helm/{repo}/kite-1.0.0.tgz     the chart
 * PUT    /artifactory/api/helm/{repo}/kite-1.0.0.tgz     201
 * DELETE /artifactory/api/helm/{repo}/kite-1.0.0.tgz     204
 * ```
 *
 * https://helm.sh/docs/topics/chart_repository/
 */
export async function helmRoutes(app: FastifyInstance): Promise<void> {
  onRepositoryDeleted(app.platform, dropCharts);
  speakProtocol(app);
  await app.register(museumRoutes, { prefix: `${prefix}/:repo/api` });
  const url = `${prefix}/:repo/*`;
  app.route({ method: ['GET', 'HEAD'], url, handler: get });
  app.put(url, put);
  app.delete(url, remove);
}

function addressOf(request: FastifyRequest): Address {
  return parseAddress(request.raw.url ?? '', prefix);
}

async function get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repo, path } = addressOf(request);
  const repository = await requireRepository(repo, 'helm');
  if (path === 'index.yaml') return sendIndex(request, reply, repository);
  const file = await readFile(callerOf(request), repository, path);
  return send(request, reply, file);
}

/** Like `readable`, without members that are blacked out. */
async function servingOf(caller: Caller, repository: Repository): Promise<Within[]> {
  const within = await readable(caller, repository);
  const serving = await servingMembers(repository);
  return serving.flatMap(({ key }) => within.find((each) => each.repository.key === key) ?? []);
}

async function sendIndex(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const within = await servingOf(callerOf(request), repository);
  const { text, etag, packed } = await indexOf(repository, within, (error) =>
    request.log.warn(
      { err: error },
      'Failed to read an upstream chart repository; the index omits its charts',
    ),
  );
  reply.headers({
    etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
  reply.type('application/yaml; charset=utf-8');
  if (
    text.length < 4000 ||
    acceptedEncoding(request.headers['accept-encoding']?.replace(/\bbr\b/, '')) !== 'gzip'
  ) {
    return reply.send(text);
  }
  return reply.header('content-encoding', 'gzip').send(await packed());
}

async function put(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const address = addressOf(request);
  const target = await writeTarget(await requireRepository(address.repo, 'helm'));
  const info = fileInfo(ownOrigin(request), await deployFile(request, target, address, chartLimit));
  return reply.code(201).header('location', info.downloadUri).send(info);
}

async function remove(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repo, path } = addressOf(request);
  const target = await writeTarget(await requireRepository(repo, 'helm'));
  if (path === '')
    throw new HttpError(400, 'BAD_PATH', `Repositories are deleted at /artifactory/api/repositories/${repo}`);
  await authorizeWrite(callerOf(request), 'delete', target, path);
  await removeChart(target.key, path);
  return reply.code(204).send();
}

function send(request: FastifyRequest, reply: FastifyReply, file: FileRow | Arriving): Promise<FastifyReply> {
  return 'stored' in file ? sendArriving(request, reply, file) : sendFile(request, reply, file);
}
