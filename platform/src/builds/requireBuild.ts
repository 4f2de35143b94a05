import type { FastifyRequest } from 'fastify';
import { authoriseBuild } from '../access/builds.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type BuildRow, findBuild } from './builds.ts';
import { startOf } from './readBuildInfo.ts';

export type Numbered = { Params: { name: string; number: string }; Querystring: Record<string, unknown> };

/** The run that a request names, which the caller may read. */
export async function requireBuild(request: FastifyRequest<Numbered>): Promise<BuildRow> {
  const { name, number } = request.params;
  await authoriseBuild(callerOf(request), 'read', name);
  const { started } = request.query;
  const build = await findBuild(name, number, typeof started === 'string' ? startOf(started) : undefined);
  if (!build) throw noBuild(name, number);
  return build;
}

/** The newest run of another number of the same build: who may read one may read the other. */
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
