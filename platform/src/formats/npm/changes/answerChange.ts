import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import type { NpmPath } from '../npmPath.ts';
import { takePublish } from '../publish/publish.ts';
import { bodyOf, jsonBody, writable } from '../request.ts';
import { tarballLimit } from '../tarball.ts';
import { changePackage } from './changePackage.ts';
import { moveTag, removeTag } from './distTags.ts';
import { unpublishPackage, unpublishTarball } from './unpublish.ts';

type At<Kind extends NpmPath['kind']> = Extract<NpmPath, { kind: Kind }>;
type Answer = Promise<FastifyReply>;

/** Maximum bytes of a publish document: the tarball in base64, plus the rest. */
const documentLimit = Math.ceil((tarballLimit * 4) / 3) + 10 * 1024 * 1024;

/**
 * Handles `npm publish`, and the edited packument of `npm deprecate` and `npm unpublish`.
 *
 * ```text
 * PUT /artifactory/api/npm/{repo}/kite
 *     {"_id": "kite", "name": "kite", "dist-tags": {"latest": "1.0.0"},
 *      "versions": {"1.0.0": {…, "dist": {"integrity": "sha512-…", "shasum": "…", "tarball": "…"}}},
 *      "_attachments": {"kite-1.0.0.tgz": {"data": "(base64)", "length": 214, …}}}
 * 201 {"ok": true, "id": "kite"}
 * 403 where the version exists
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md
 */
export async function putPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, rev }: At<'package'>,
): Answer {
  const { key } = await writable(request, repository, 'deploy', name);
  if (Number(request.headers['content-length'] ?? 0) > documentLimit) {
    throw new HttpError(413, 'TOO_LARGE', `The tarball exceeds the limit of ${tarballLimit} bytes`);
  }
  const outcome = await takePublish(key, name, bodyOf(request), callerOf(request).userName);
  if (outcome.kind === 'published') return reply.code(201).send({ ok: true, id: name });
  await changePackage(key, name, outcome.document, rev, async () => {
    await writable(request, repository, 'delete', name);
  });
  return reply.send({ ok: true, id: name });
}

export const deletePackage = answering<At<'package'>>('delete', 200, (key, { name, rev }) =>
  unpublishPackage(key, name, rev),
);
export const deleteTarball = answering<At<'tarball'>>('delete', 200, (key, { name, file, rev }) =>
  unpublishTarball(key, name, file, rev),
);
export const putTag = answering<At<'distTag'>>('deploy', 201, async (key, { name, tag }, request) =>
  moveTag(key, name, tag, await jsonBody(bodyOf(request))),
);
export const deleteTag = answering<At<'distTag'>>('deploy', 200, (key, { name, tag }) =>
  removeTag(key, name, tag),
);

/** Returns a handler that checks the permission, makes the change, and responds `{"ok":true}`. */
function answering<Path extends { name: string }>(
  permission: 'deploy' | 'delete',
  status: 200 | 201,
  change: (key: string, path: Path, request: FastifyRequest) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply, repository: Repository, path: Path): Answer => {
    const { key } = await writable(request, repository, permission, path.name);
    await change(key, path, request);
    return reply.code(status).send({ ok: true });
  };
}
