import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../access/Caller.ts';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { reaches, readable } from '../../../files/tree/reach.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { isProjectName, normalName } from '../names.ts';
import { projectsOf } from '../releaseFiles.ts';
import { sourcesOf } from '../sources.ts';
import { findProject } from './findProject.ts';
import { type Negotiated, negotiate } from './negotiate.ts';
import { projectHtml, projectJson, rootHtml, rootJson } from './render.ts';

/**
 * Lists all projects; for an upstream only the cached ones.
 *
 * ```text
 * GET /artifactory/api/pypi/{repo}/simple/
 *     Accept: application/vnd.pypi.simple.v1+json
 * 200 {"meta": {"api-version": "1.0"}, "projects": [{"name": "kite"}]}, or HTML
 * ```
 *
 * https://packaging.python.org/en/latest/specifications/simple-repository-api/
 */
export async function answerRoot(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const type = negotiate(request);
  const names = await visibleProjects(callerOf(request), repository);
  return send(request, reply, type, type.form === 'json' ? rootJson(names) : rootHtml(names));
}

/** Lists only projects that the caller can read. */
async function visibleProjects(caller: Caller, repository: Repository): Promise<string[]> {
  const names = new Set<string>();
  for (const { repository: member, reach } of await readable(caller, repository))
    for (const name of await projectsOf([member.key])) if (reaches(reach, name)) names.add(name);
  return [...names].sort();
}

/**
 * Lists a project's files. Redirects to the URL with the normalized name and a trailing slash.
 *
 * ```text
 * GET /artifactory/api/pypi/{repo}/simple/kite/ 200 <a href="…/kite-1.0-py3-none-any.whl#sha256=…"
 * data-core-metadata="sha256=…">kite-1.0-py3-none-any.whl</a>,
 *     or the same as JSON
 * 301 to the normalized name
 * ```
 *
 * https://packaging.python.org/en/latest/specifications/simple-repository-api/#project-detail
 */
export async function answerProject(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, slash }: { name: string; slash: boolean },
): Promise<FastifyReply> {
  if (!isProjectName(name)) throw noProject(repository, name);
  const normal = normalName(name);
  const sources = await sourcesOf(callerOf(request), repository, normal);
  if (normal !== name || !slash) {
    const query = (request.raw.url ?? '').split(/(?=\?)/, 2)[1] ?? '';
    const path = `/artifactory/api/pypi/${encodeURIComponent(repository.key)}/simple/${normal}/`;
    return reply.redirect(`${path}${query}`, 301);
  }
  const type = negotiate(request);
  const project = await findProject(sources, normal);
  if (!project) throw noProject(repository, name);
  return send(request, reply, type, type.form === 'json' ? projectJson(project) : projectHtml(project));
}

export function noProject({ key }: Repository, name: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `Project ${shown(name)} not found in ${key}`);
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType }: Negotiated,
  body: string,
): FastifyReply {
  const etag = `"${createHash('sha256').update(contentType).update(body).digest('base64url')}"`;
  reply.headers({ etag, vary: 'Accept', 'cache-control': 'no-cache' });
  const known = request.headers['if-none-match'] ?? '';
  if (known.includes(etag)) return reply.code(304).send();
  return reply
    .headers({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .type(contentType)
    .send(Buffer.from(body));
}
