import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { allows, authorize, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { bytesOf, wholeBody } from '../../http/wholeBody.ts';
import { mayQueryUpstream } from '../../repositories/ownNames.ts';
import { findRepository, membersOf, type Repository } from '../../repositories/repositories.ts';
import { requireChangeable, servingMembers } from '../../repositories/serving.ts';
import { findHead } from './packument/heads.ts';

/** The repository narrowed to the members that the caller can read. */
export async function readable(
  request: FastifyRequest,
  repository: Repository,
  name?: string,
): Promise<Repository> {
  const caller = callerOf(request);
  const target = (repo: string) => ({ repo, ...(name === undefined ? {} : { path: name }) });
  if (await allows(caller, 'read', target(repository.key))) return serving(repository, name);
  const allowed = new Set<string>();
  const members = repository.type === 'virtual' ? await membersOf(repository) : [];
  for (const { key } of members) if (await allows(caller, 'read', target(key))) allowed.add(key);
  if (allowed.size === 0) await authorize(caller, 'read', target(repository.key));
  return serving(repository, name, allowed);
}

/**
 * The repository narrowed to the members that serve the package, and of these to the allowed ones.
 */
async function serving(
  repository: Repository,
  name: string | undefined,
  allowed?: ReadonlySet<string>,
): Promise<Repository> {
  const able = await servingMembers(repository, name);
  if (repository.type !== 'virtual') return repository;
  const readable = able.filter(({ key }) => allowed?.has(key) ?? true);
  const hidden = (await membersOf(repository)).filter(
    ({ key }) => !readable.some((each) => each.key === key),
  );
  if (hidden.length === 0 && readable.every(({ key }, at) => key === repository.members?.[at]))
    return repository;
  // A local name is never requested from an upstream, even if the caller cannot read the local
  // package.
  const closed =
    name !== undefined &&
    (await isLocalName(hidden, name)) &&
    !(await mayQueryUpstream(repository, name, true));
  const members = readable.filter(({ type }) => type === 'local' || !closed).map(({ key }) => key);
  return { ...repository, members };
}

async function isLocalName(members: readonly Repository[], name: string): Promise<boolean> {
  const locals = members.filter(({ type }) => type === 'local');
  const heads = await Promise.all(locals.map(({ key }) => findHead(key, name)));
  return heads.some((head) => head !== undefined);
}

/**
 * The local repository that a change goes to, after checking the caller's permission. Throws
 * `HttpError` 400, 401, or 403.
 */
export async function writable(
  request: FastifyRequest,
  repository: Repository,
  action: 'deploy' | 'delete',
  name: string,
): Promise<Repository> {
  const target = await writeTarget(repository);
  const caller = callerOf(request);
  await authorize(caller, action, { repo: target.key, path: name });
  await requireChangeable(caller, target, action, name);
  return target;
}

/**
 * The target of a change: for a virtual repository its default deployment repository. Throws
 * `HttpError` 400 if there is none.
 */
export async function writeTarget(repository: Repository): Promise<Repository> {
  const key = repository.type === 'virtual' ? repository.options.defaultDeploymentRepo : repository.key;
  const target = typeof key === 'string' ? await findRepository(key) : undefined;
  if (target?.type === 'local') return target;
  const why =
    repository.type === 'virtual' ? 'it has no default deployment repository' : 'it caches an upstream';
  throw new HttpError(400, 'NOT_DEPLOYABLE', `Repository ${repository.key} accepts no uploads: ${why}`);
}

/**
 * Bodies up to this many bytes are read at once, because iterating over a stream takes as long as
 * all further processing.
 */
const smallBodyBytes = 256 * 1024;

/**
 * The body as bytes. Leaving it unread does not close the connection, so the client still receives
 * the response.
 */
export function bodyOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpError(
      415,
      'BAD_ENCODING',
      `Unsupported content encoding ${encoding}. Send the body without encoding.`,
    );
  }
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (length <= smallBodyBytes) return inOnePiece(request.raw);
  return bytesOf(request);
}

async function* inOnePiece(body: IncomingMessage): AsyncGenerator<Buffer> {
  const parts: Buffer[] = [];
  if (body.readableEnded) return;
  if (body.destroyed) throw brokenOff();
  await new Promise<void>((resolve, reject) => {
    body.on('data', (part: Buffer) => parts.push(part));
    body.once('end', resolve);
    body.once('error', reject);
    // `close` always fires; before the end it means that the body was aborted.
    body.once('close', () => body.readableEnded || reject(brokenOff()));
  });
  yield parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

function brokenOff(): HttpError {
  return new HttpError(400, 'ABORTED', 'The body was aborted');
}

/** Parses a small JSON body. Throws `HttpError` 400 or 413. */
export async function jsonBody(body: AsyncIterable<Uint8Array>, limit = 1024 * 1024): Promise<unknown> {
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', `The body exceeds the limit of ${limit} bytes`);
  const bytes = await wholeBody(body, limit, tooLarge);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new HttpError(400, 'BAD_JSON', 'The body is not JSON');
  }
}
