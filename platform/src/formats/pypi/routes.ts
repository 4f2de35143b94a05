import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize, callerOf } from '../../access/gateway.ts';
import { db } from '../../database/db.ts';
import { type Handlers, routeByKind, speakProtocol } from '../../pipeline/protocol.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { answerFile, answerMetadata } from './answerFile.ts';
import { answerRemoveFile, answerRemoveRelease, answerUnyank, answerYank } from './changes/answerChange.ts';
import { packageType } from './indexRelease.ts';
import { answerJson } from './json/answerJson.ts';
import { type PypiPath, parsePypiPath } from './pypiPath.ts';
import { answerProject, answerRoot } from './simple/answerSimple.ts';
import { answerUpload } from './upload/answerUpload.ts';

/** Handlers by kind of path. HEAD is handled as GET without a body. */
const handlers: Handlers<PypiPath> = {
  root: { GET: answerRoot, POST: postToRoot },
  simpleRoot: { GET: answerRoot },
  simple: { GET: answerProject },
  file: { GET: answerFile, DELETE: answerRemoveFile },
  metadata: { GET: answerMetadata },
  search: { POST: refuseSearch },
  json: { GET: answerJson },
  release: { DELETE: answerRemoveRelease },
  yank: { POST: answerYank, DELETE: answerUnyank },
};

/** The protocols of the Python package index, below `/artifactory/api/pypi/{repo}/`. */
export async function pypiRoutes(app: FastifyInstance): Promise<void> {
  onRepositoryDeleted(app.platform, forgetProjects);

  speakProtocol(app);
  const what = 'a Python index';
  routeByKind(app, { place: 'pypi', packageType, what, parse: parsePypiPath, handlers });
}

async function postToRoot(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const isSearch = /^(?:text|application)\/xml\b/i.test(request.headers['content-type'] ?? '');
  return isSearch ? refuseSearch(request, reply, repository) : answerUpload(request, reply, repository);
}

/**
 * Old versions of pip search by XML-RPC, which PyPI has removed. pip prints the message of the
 * fault.
 */
async function refuseSearch(
  request: FastifyRequest,
  reply: FastifyReply,
  { key }: Repository,
): Promise<FastifyReply> {
  await authorize(callerOf(request), 'read', { repo: key });
  const message = 'This index does not support XML-RPC search. Search in the console.';
  return reply
    .type('text/xml; charset=utf-8')
    .send(`<?xml version="1.0"?><methodResponse><fault><value><struct>
<member><name>faultCode</name><value><int>-32500</int></value></member>
<member><name>faultString</name><value><string>${message}</string></value></member>
</struct></value></fault></methodResponse>`);
}

/**
 * Deletes the repository's projects and cached pages, also when its upstream changes. Rows of files
 * are deleted with the files.
 */
async function forgetProjects(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM pypi_projects WHERE repo = ${repo}`);
  await db().execute(sql`DELETE FROM pypi_upstream_pages WHERE repo = ${repo}`);
}
