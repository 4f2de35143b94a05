import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { publishTarget } from '../../../repositories/publishTarget.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { checkCrateName, checkCrateVersion, permissionPath } from '../names.ts';
import { sourcesOf } from '../sources.ts';
import { yankCrate } from './changeCrate.ts';

interface VersionAddress {
  name: string;
  version: string;
}
type Answer<Address> = (
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  address: Address,
) => Promise<FastifyReply>;

const answerChange =
  (yanked: boolean): Answer<VersionAddress> =>
  async (request, reply, repository, address) => {
    const [name, version] = [checkCrateName(address.name), checkCrateVersion(address.version)];
    const target = await publishTarget(callerOf(request), repository, 'deploy', permissionPath(name));
    await yankCrate(target.key, name, version, yanked);
    return reply.send({ ok: true });
  };

/**
 * Yanks a version: Cargo no longer selects it for new lock files.
 *
 * ```text
 * DELETE /artifactory/api/cargo/{repo}/api/v1/crates/kite/1.0.0/yank
 * PUT    /artifactory/api/cargo/{repo}/api/v1/crates/kite/1.0.0/unyank
 * 200 {"ok": true}
 * ```
 *
 * https://doc.rust-lang.org/cargo/reference/registry-web-api.html#yank
 */
export const answerYank = answerChange(true);
export const answerUnyank = answerChange(false);

/**
 * Lists the users who published a version of the crate. Permissions decide who can publish the next
 * one.
 *
 * ```text
 * GET /artifactory/api/cargo/{repo}/api/v1/crates/kite/owners
 * 200 {"users": [{"id": 1, "login": "ada", "name": "ada"}]}
 * ```
 *
 * https://doc.rust-lang.org/cargo/reference/registry-web-api.html#owners-list
 */
export const answerOwners: Answer<{ name: string }> = async (request, reply, repository, { name }) => {
  checkCrateName(name);
  const { locals } = await sourcesOf(callerOf(request), repository, name);
  const { rows } = await db().execute<{ login: string }>(sql`
    SELECT DISTINCT published_by AS login FROM cargo_versions
    WHERE repo = ANY(${sql.param(locals.map(({ key }) => key))}::text[]) AND lower_name = ${name.toLowerCase()} ORDER BY login`);
  if (rows.length === 0)
    throw new HttpError(404, 'NOT_FOUND', `Crate ${shown(name)} not found in ${repository.key}`);
  return reply.send({ users: rows.map(({ login }, at) => ({ id: at + 1, login, name: login })) });
};

export const answerChangeOwners: Answer<{ name: string }> = async (request, _reply, repository, { name }) => {
  const target = await publishTarget(
    callerOf(request),
    repository,
    'deploy',
    permissionPath(checkCrateName(name)),
  );
  throw new HttpError(
    400,
    'NO_OWNERS',
    `Crates in ${target.key} have no owners. The permissions of the repository control publishing. Ask an administrator to change them.`,
  );
};
