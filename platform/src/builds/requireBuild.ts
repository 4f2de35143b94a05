import type { FastifyRequest } from 'fastify';
import { authorizeBuild } from '../access/builds.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type BuildRow, findBuild } from './builds.ts';
import { startOf } from './readBuildInfo.ts';

export type Numbered = { Params: { name: string; number: string }; Querystring: Record<string, unknown> };

/** Returns the requested run if the caller can read it. */
export async function requireBuild(request: FastifyRequest<Numbered>): Promise<BuildRow> {
  const { name, number } = request.params;
  await authorizeBuild(callerOf(request), 'read', name);
  const { started } = request.query;
  const build = await findBuild(name, number, typeof started === 'string' ? startOf(started) : undefined);
  if (!build) throw noBuild(name, number);
  return build;
}

/** Returns the newest run with another number of the same build, which has the same permissions. */
export async function requireOther({ name }: BuildRow, number: string): Promise<BuildRow> {
  const other = await findBuild(name, number);
  if (!other) throw noBuild(name, number);
  return other;
}

export function noBuild(name: string, number = ''): HttpError {
  return new HttpError(
    404,
    'NOT_FOUND',
    `No build was found for build name: ${name}${number && `, build number: ${number}`}`,
  );
}
