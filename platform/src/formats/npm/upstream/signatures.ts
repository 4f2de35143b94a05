import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { HttpError } from '../../../errors/HttpError.ts';
import { mayQueryUpstreamFor } from '../../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../../repositories/repositories.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { ownProvenance } from '../packument/ownProvenance.ts';
import { readable } from '../request.ts';
import { askUpstream, packagePath } from './upstream.ts';

/** Timeout for response headers in milliseconds. */
const headersTimeout = 10_000;
const maxBytes = 16 * 1024 * 1024;

const keysAnswer = v.object({ keys: v.array(v.looseObject({ keyid: v.string() })) });
const attestationsAnswer = v.looseObject({ attestations: v.array(v.unknown()) });

/** Sends the signing keys of the upstreams, for `npm audit signatures`. */
export async function sendKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const remotes = await remotesOf(await readable(request, repository));
  const keys = new Map<string, unknown>();
  let answered = false;
  let failure: unknown;
  for (const remote of remotes) {
    try {
      const answer = await ask(remote, '-/npm/v1/keys', keysAnswer);
      answered ||= answer !== undefined;
      for (const key of answer?.keys ?? []) if (!keys.has(key.keyid)) keys.set(key.keyid, key);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  if (answered) return reply.send({ keys: [...keys.values()] });
  throw failure ?? new HttpError(404, 'NOT_FOUND', `No upstream of ${repository.key} has signing keys`);
}

/** Sends the attestations of a version, from the first member that has it. */
export async function sendAttestations(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, version }: { name: string; version: string },
): Promise<FastifyReply> {
  const from = await readable(request, repository, name);
  const mayQuery = await mayQueryUpstreamFor(repository, name);
  const path = `-/npm/v1/attestations/${packagePath(name)}@${encodeURIComponent(version)}`;
  const members = await membersOf(from);
  const own = await ownProvenance(
    members.filter(({ type }) => type === 'local').map(({ key }) => key),
    name,
    version,
  );
  let failure: unknown;
  for (const member of members) {
    const published = own.get(member.key);
    if (published === null) break;
    if (published !== undefined) return reply.type('application/json').send(published);
    if (!mayQuery || !isAsked(member)) continue;
    try {
      const answer = await ask(member, path, attestationsAnswer);
      if (answer) return reply.send(answer);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  throw (
    failure ?? new HttpError(404, 'NOT_FOUND', `No attestations of ${name}@${version} in ${repository.key}`)
  );
}

async function remotesOf(repository: Repository): Promise<Repository[]> {
  const members = await membersOf(repository);
  return members.filter(isAsked);
}

function isAsked({ type, options }: Repository): boolean {
  return type === 'remote' && options.offline !== true;
}

/** Undefined if the upstream has none. Throws `UpstreamError`. */
async function ask<Schema extends v.GenericSchema>(
  remote: Repository,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const answer = await askUpstream(remote, path, {
    headers: { accept: 'application/json' },
    headersTimeout,
    limit: maxBytes,
  });
  if (answer.status !== 200) {
    answer.discard();
    if (answer.status === 404 || answer.status === 405) return undefined;
    throw failed(remote, `status ${answer.status}`);
  }
  const { success, output } = v.safeParse(schema, parsed(await answer.bytes()));
  if (success) return output;
  throw failed(remote, 'a response in an unknown format');
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function failed({ key }: Repository, what: string): UpstreamError {
  return new UpstreamError(502, 'UPSTREAM_FAILED', `The upstream of ${key} returned ${what}`);
}
