import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { type Handlers, handlerOf } from '../../pipeline/protocol.ts';
import type { Repository } from '../../repositories/repositories.ts';
import {
  finishWebLogin,
  logout,
  passwordLogin,
  profile,
  startWebLogin,
  webLoginPage,
  whoami,
} from './account/answerAccount.ts';
import { createToken, deleteToken, tokenList } from './account/tokens.ts';
import { auditBulk, auditQuick } from './audit/answerAudit.ts';
import { deletePackage, deleteTag, deleteTarball, putPackage, putTag } from './changes/answerChange.ts';
import type { NpmPath } from './npmPath.ts';
import { sendPackument } from './packument/sendPackument.ts';
import { sendManifest, sendTags } from './packument/sendParts.ts';
import { readable, writeTarget } from './request.ts';
import { answerSearch } from './search/answerSearch.ts';
import { sendTarball } from './tarballs/sendTarball.ts';
import { sendAttestations, sendKeys } from './upstream/signatures.ts';

const handlers: Handlers<NpmPath> = {
  root: { GET: empty },
  ping: { GET: empty },
  whoami: { GET: whoami },
  profile: { GET: profile },
  user: { PUT: passwordLogin },
  token: { DELETE: logout },
  tokens: { GET: tokenList, POST: createToken },
  tokenKey: { DELETE: deleteToken },
  webLogin: { POST: startWebLogin },
  webLoginDone: { GET: finishWebLogin },
  webLoginPage: { GET: webLoginPage, POST: webLoginPage },
  search: { GET: answerSearch },
  auditBulk: { POST: async (request, reply, all) => auditBulk(request, reply, await readable(request, all)) },
  auditQuick: {
    POST: async (request, reply, all) => auditQuick(request, reply, await readable(request, all)),
  },
  keys: { GET: sendKeys },
  attestations: { GET: sendAttestations },
  distTags: {
    GET: async (request, reply, all, { name }) => sendTags(reply, await readable(request, all, name), name),
  },
  distTag: { PUT: putTag, DELETE: deleteTag },
  package: { GET: getPackage, PUT: putPackage, DELETE: deletePackage },
  version: {
    GET: async (request, reply, all, { name, version }) =>
      sendManifest(request, reply, await readable(request, all, name), name, version),
  },
  tarball: {
    GET: async (request, reply, all, { name, file }) =>
      sendTarball(request, reply, await readable(request, all, name), name, file),
    DELETE: deleteTarball,
  },
};

/**
 * Handles a request of the npm protocol. Throws `HttpError` 405 for a method that the path does not
 * support.
 */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  path: NpmPath,
): Promise<FastifyReply> {
  return handlerOf(handlers, path, request, 'an npm registry')(request, reply, repository, path);
}

async function empty(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.send({});
}

async function getPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, rev }: Extract<NpmPath, { kind: 'package' }>,
): Promise<FastifyReply> {
  if (rev !== undefined)
    throw new HttpError(404, 'NOT_FOUND', 'Only the current revision of a package is stored');
  // A packument fetched for editing comes from the repository that the change will go to.
  const edits = (request.query as { write?: unknown }).write === 'true';
  const from = edits ? await writeTarget(repository) : repository;
  // Clients delete tarballs only at URLs below the registry that they use.
  return sendPackument(request, reply, await readable(request, from, name), name, repository.key);
}
