import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { readable } from '../../../files/tree/reach.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { type FoundPackage, searchPackages } from './search.ts';

/**
 * Handles `npm search`: searches the published and cached packages that the caller can read, in the
 * format of npm's registry.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/-/v1/search?text=kite&size=20&from=0 200 {"objects": [{"package":
 * {"name": "kite", "version": "1.0.0", …}, "score": {…}}], "total": 1, "time": "…"}
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#get-v1search
 */
export async function answerSearch(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const query = request.query as Record<string, string | undefined>;
  const within = await readable(callerOf(request), repository);
  const { total, packages } = await searchPackages(within, {
    text: String(query.text ?? '').slice(0, 500),
    size: number(query.size, 'size', 20, 250),
    from: number(query.from, 'from', 0, 10_000),
  });
  return reply.send({ objects: packages.map(searchObject), total, time: new Date().toISOString() });
}

function number(value: string | undefined, name: string, otherwise: number, most: number): number {
  if (value === undefined || value === '') return otherwise;
  if (!/^\d{1,9}$/.test(value))
    throw new HttpError(400, 'BAD_SEARCH', `Invalid '${name}'. Expected a number from 0 to ${most}.`);
  return Math.min(Number(value), most);
}

function searchObject({ name, version, description, keywords, date, publisher }: FoundPackage) {
  const people = publisher === null ? [] : [{ username: publisher, email: '' }];
  const scope = name.startsWith('@') ? name.slice(1, name.indexOf('/')) : 'unscoped';
  return {
    package: {
      name,
      scope,
      version,
      description: description ?? '',
      keywords,
      date,
      links: {},
      ...(people[0] ? { publisher: people[0] } : {}),
      maintainers: people,
    },
    score: { final: 1, detail: { quality: 1, popularity: 1, maintenance: 1 } },
    searchScore: 1,
  };
}
