import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../access/Caller.ts';
import { allows, anonymous, callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { readableMembers } from '../../../files/storedFile.ts';
import { ownOrigin } from '../../../http/ownOrigin.ts';
import { publishTarget } from '../../../repositories/publishTarget.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { entryOf, versionsOf } from '../crateVersions.ts';
import { permissionPath, precedenceOf } from '../names.ts';
import { type Sources, sourcesOf } from '../sources.ts';
import { upstreamEntries } from '../upstream/upstreamCrate.ts';
import { type IndexEntry, renderEntries } from './IndexEntry.ts';

/**
 * Sends `config.json`: the URLs of downloads and of the web API.
 *
 * ```text
 * GET /artifactory/api/cargo/{repo}/index/config.json 200 {"dl": "https://…/api/v1/crates", "api":
 * "https://…/artifactory/api/cargo/{repo}", "auth-required": true}
 * ```
 *
 * https://doc.rust-lang.org/cargo/reference/registry-index.html#index-configuration
 */
export async function answerConfig(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  await readableMembers(callerOf(request), repository, '');
  const base = `${ownOrigin(request)}/artifactory/api/cargo/${encodeURIComponent(repository.key)}`;
  const visitor = anonymous(request.server.settings.anonymousAccess);
  const open = await allows(visitor, 'read', { repo: repository.key });
  const config = { dl: `${base}/api/v1/crates`, api: base, ...(open ? {} : { 'auth-required': true }) };
  return send(request, reply, 'application/json', JSON.stringify(config));
}

/**
 * Sends all versions of a crate, one line per version.
 *
 * ```text
 * GET /artifactory/api/cargo/{repo}/index/ki/te/kite
 * 200 {"name":"kite","vers":"1.0.0","deps":[…],"cksum":"(sha256)","features":{},"yanked":false}
 *     a line per version
 * 304 for the ETag in If-None-Match
 * 404 for an unknown crate
 * ```
 *
 * https://doc.rust-lang.org/cargo/reference/registry-index.html#sparse-protocol
 */
export async function answerIndex(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name }: { name: string },
): Promise<FastifyReply> {
  const sources = await sourcesOf(callerOf(request), repository, name);
  const entries = await findEntries(sources, name).catch(async (error: unknown) => {
    if (error instanceof UpstreamError && (await mayPublish(callerOf(request), repository, name))) return [];
    throw error;
  });
  if (entries.length === 0)
    throw new HttpError(404, 'NOT_FOUND', `Crate ${shown(name)} not found in ${repository.key}`);
  return send(request, reply, 'text/plain', renderEntries(entries));
}

/**
 * Whether the caller can publish the crate through this repository. Cargo reads the index before it
 * publishes, and stops unless the crate is found or missing: publishers get 404 while an upstream
 * is unavailable, so that a new name can be published.
 */
async function mayPublish(caller: Caller, repository: Repository, name: string): Promise<boolean> {
  if (repository.type !== 'virtual') return false;
  try {
    await publishTarget(caller, repository, 'deploy', permissionPath(name));
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/**
 * Returns the local versions, plus further versions from the first upstream that knows the crate.
 */
async function findEntries({ locals, remotes }: Sources, name: string): Promise<IndexEntry[]> {
  const found = new Map<string, IndexEntry>();
  const add = (entries: readonly IndexEntry[]) => {
    for (const entry of entries) {
      const key = precedenceOf(entry.vers);
      if (!found.has(key)) found.set(key, entry);
    }
  };
  for (const { key } of locals) add((await versionsOf(key, name)).map(entryOf));
  const hasLocal = found.size > 0;
  for (const remote of remotes) {
    const entries = await upstreamEntries(remote, name).catch((error: unknown) => {
      if (hasLocal && error instanceof UpstreamError) return undefined;
      throw error;
    });
    if (!entries) continue;
    add(entries);
    break;
  }
  return [...found.values()];
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, body: string): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.header('x-content-type-options', 'nosniff').type(type).send(Buffer.from(body));
}
