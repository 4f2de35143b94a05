import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../access/Caller.ts';
import { allows, allowsEverywhere, callerOf } from '../../../access/gateway.ts';
import { db } from '../../../database/db.ts';
import { listRepositories, membersOf, type Repository } from '../../../repositories/repositories.ts';
import { readPage, sendPage } from './listing.ts';

/** Maximum images per query, so that none takes long. */
const batchSize = 2000;

/**
 * Lists the images that the caller can read, in all local and remote repositories or in one
 * repository.
 *
 * ```text
 * GET /v2/_catalog?n=100
 * 200 {"repositories": ["{repo}/kite"]}
 *     Link: </v2/_catalog?n=100&last=…>; rel="next"
 * ```
 *
 * https://distribution.github.io/distribution/spec/api/#listing-repositories
 */
export async function answerCatalog(
  request: FastifyRequest,
  reply: FastifyReply,
  repository?: Repository,
): Promise<FastifyReply> {
  const page = readPage(request.query);
  const within = repository ? await membersOf(repository) : await held();
  const caller = callerOf(request);
  const open: string[] = [];
  const partly: string[] = [];
  for (const { key } of within) {
    const through = repository?.type === 'virtual' ? [repository.key, key] : [key];
    const everywhere = await Promise.all(through.map((each) => allowsEverywhere(caller, 'read', each)));
    const somewhere = await Promise.all(through.map((each) => allows(caller, 'read', { repo: each })));
    if (everywhere.some(Boolean)) open.push(key);
    else if (somewhere.some(Boolean)) partly.push(key);
  }
  const names: string[] = [];
  for (let after = page.last; names.length <= page.n; ) {
    const found = await imagesAfter(after, [...open, ...partly], repository !== undefined);
    for (const { name, repo, image } of found) {
      const through = repository ? [repo, repository.key] : [repo];
      if (name === names.at(-1)) continue;
      if (open.includes(repo) || (await anyReadable(caller, through, image))) names.push(name);
    }
    const end = found.at(-1)?.name;
    if (end === undefined || found.length < batchSize) break;
    after = end;
  }
  return sendPage(reply, names, page, '/v2/_catalog', (repositories) => ({ repositories }));
}

interface Found extends Record<string, unknown> {
  name: string;
  repo: string;
  image: string;
}

/**
 * Images with a manifest, sorted by name. A name that exists in several repositories appears
 * several times.
 */
async function imagesAfter(after: string, repos: readonly string[], bare: boolean): Promise<Found[]> {
  const name = bare ? sql`i.image` : sql`(i.repo || '/' || i.image) COLLATE "C"`;
  const { rows } = await db().execute<Found>(sql`
    SELECT ${name} AS name, i.repo, i.image FROM docker_images i
    WHERE i.repo = ANY(${sql.param([...repos])}::text[]) AND ${name} > ${after}
      AND EXISTS (SELECT FROM docker_manifests m WHERE m.repo = i.repo AND m.image = i.image)
    ORDER BY name LIMIT ${batchSize}`);
  return rows;
}

async function anyReadable(caller: Caller, repos: readonly string[], image: string): Promise<boolean> {
  for (const repo of repos) if (await allows(caller, 'read', { repo, path: image })) return true;
  return false;
}

async function held(): Promise<Repository[]> {
  return (await listRepositories({ packageType: 'docker' })).filter(({ type }) => type !== 'virtual');
}
