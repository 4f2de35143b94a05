import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../http/errors.ts';
import type { Repository } from '../repositories/repositories.ts';
import { changePackage } from './changes/changePackage.ts';
import { moveTag, removeTag } from './changes/distTags.ts';
import { unpublishPackage, unpublishTarball } from './changes/unpublish.ts';
import type { NpmPath } from './npmPath.ts';
import { sendPackument } from './packument/sendPackument.ts';
import { sendManifest, sendTags } from './packument/sendParts.ts';
import { takePublish } from './publish/publish.ts';
import { tarballLimit } from './publish/stageTarball.ts';
import { bodyOf, jsonBody, readable, writable, writeTarget } from './request.ts';
import { sendTarball } from './tarballs/sendTarball.ts';

type Answer = Promise<FastifyReply>;
type At<Kind extends NpmPath['kind']> = Extract<NpmPath, { kind: Kind }>;

/** Answers one request of npm's protocol; what a kind of address does not know is 405. */
export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  path: NpmPath,
): Answer {
  const at = `${request.method === 'HEAD' ? 'GET' : request.method} ${path.kind}` as const;
  switch (path.kind) {
    case 'package':
      if (at === 'GET package' && path.rev === undefined) return getPackage(request, reply, repository, path);
      if (at === 'PUT package') return putPackage(request, reply, repository, path);
      if (at === 'DELETE package') return deletePackage(request, reply, repository, path);
      break;
    case 'tarball':
      if (at === 'GET tarball' && path.rev === undefined) {
        return sendTarball(
          request,
          reply,
          await readable(request, repository, path.name),
          path.name,
          path.file,
        );
      }
      if (at === 'DELETE tarball') return deleteTarball(request, reply, repository, path);
      break;
    case 'version':
      if (at !== 'GET version') break;
      return sendManifest(
        request,
        reply,
        await readable(request, repository, path.name),
        path.name,
        path.version,
      );
    case 'distTags':
      if (at !== 'GET distTags') break;
      return sendTags(reply, await readable(request, repository, path.name), path.name);
    case 'distTag':
      if (at === 'PUT distTag') return putTag(request, reply, repository, path);
      if (at === 'DELETE distTag') return deleteTag(request, reply, repository, path);
      break;
    case 'root':
    case 'ping':
      if (at !== 'GET root' && at !== 'GET ping') break;
      return reply.send({});
    case 'whoami':
      if (at !== 'GET whoami') break;
      return reply.send({ username: signedIn(request) });
  }
  throw new HttpError(
    405,
    'NOT_ALLOWED',
    `${request.method} is nothing that this address of an npm registry knows`,
  );
}

function signedIn(request: FastifyRequest): string {
  const caller = callerOf(request);
  if (caller.kind === 'user') return caller.userName;
  throw new HttpError(401, 'UNAUTHORIZED', 'Nobody is signed in: send a token or a password');
}

async function getPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  at: At<'package'>,
): Answer {
  // What is fetched to be edited and put back is what the change will go to.
  const writes = new URLSearchParams(request.url.split('?')[1]).get('write') === 'true';
  const from = writes ? await writeTarget(repository) : repository;
  return sendPackument(request, reply, await readable(request, from, at.name), at.name);
}

async function putPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, rev }: At<'package'>,
): Answer {
  const { key } = await writable(request, repository, 'deploy', name);
  const largest = Math.ceil((tarballLimit * 4) / 3) + 10 * 1024 * 1024;
  if (Number(request.headers['content-length'] ?? 0) > largest) {
    throw new HttpError(
      413,
      'TOO_LARGE',
      `The tarball is larger than the ${tarballLimit} bytes allowed here`,
    );
  }
  const outcome = await takePublish(key, name, bodyOf(request), callerOf(request).userName);
  if (outcome.kind === 'change') {
    await changePackage(key, name, outcome.document, rev, async () => {
      await writable(request, repository, 'delete', name);
    });
  }
  return reply.code(outcome.kind === 'published' ? 201 : 200).send({ ok: true, id: name });
}

async function deletePackage(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, rev }: At<'package'>,
): Answer {
  const { key } = await writable(request, repository, 'delete', name);
  await unpublishPackage(key, name, rev);
  return reply.send({ ok: true });
}

async function deleteTarball(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, file, rev }: At<'tarball'>,
): Answer {
  const { key } = await writable(request, repository, 'delete', name);
  await unpublishTarball(key, name, file, rev);
  return reply.send({ ok: true });
}

async function putTag(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, tag }: At<'distTag'>,
): Answer {
  const { key } = await writable(request, repository, 'deploy', name);
  await moveTag(key, name, tag, await jsonBody(bodyOf(request)));
  return reply.code(201).send({ ok: true });
}

async function deleteTag(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, tag }: At<'distTag'>,
): Answer {
  const { key } = await writable(request, repository, 'deploy', name);
  await removeTag(key, name, tag);
  return reply.send({ ok: true });
}
