import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { authoriseBuild } from '../access/builds.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { readDate } from '../packages/search/dates.ts';
import { deleteBuilds, discardBuilds } from './builds.ts';
import { startOf } from './readBuildInfo.ts';
import { type Numbered, noBuild } from './requireBuild.ts';

type Named = { Params: { name: string }; Querystring: Record<string, unknown> };

const words = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 10_000 });
const wanted = Type.Object({
  buildName: Type.String({ minLength: 1, maxLength: 500 }),
  buildNumbers: Type.Optional(words),
  deleteAll: Type.Optional(Type.Boolean()),
  deleteArtifacts: Type.Optional(Type.Boolean()),
});
const retention = Type.Object({
  count: Type.Optional(Type.Integer()),
  /** Milliseconds, or a time as in build-info. */
  minimumBuildDate: Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 60 })])),
  buildNumbersNotToBeDiscarded: Type.Optional(words),
  deleteBuildArtifacts: Type.Optional(Type.Boolean()),
});

/** Removes what builds said of themselves, in each of the ways that clients know; files stay. */
export async function buildRemovalRoutes(app: FastifyInstance): Promise<void> {
  const prefix = '/artifactory/api/build';

  app.delete<Named>(`${prefix}/:name`, async (request, reply) => {
    const { name } = request.params;
    const { buildNumbers, deleteAll, artifacts } = request.query;
    await authoriseBuild(callerOf(request), 'delete', name);
    refuseFiles(isOn(artifacts));
    const numbers =
      typeof buildNumbers === 'string' ? buildNumbers.split(',').filter((each) => each !== '') : [];
    await remove(name, isOn(deleteAll), numbers);
    return reply.code(204).send();
  });

  app.delete<Numbered>(`${prefix}/:name/:number`, async (request, reply) => {
    const { name, number } = request.params;
    await authoriseBuild(callerOf(request), 'delete', name);
    await remove(name, false, [number]);
    return reply.code(204).send();
  });

  app.post<{ Body: Static<typeof wanted> }>(
    `${prefix}/delete`,
    { schema: { body: wanted } },
    async (request, reply) => {
      const { buildName: name, buildNumbers = [], deleteAll = false, deleteArtifacts = false } = request.body;
      await authoriseBuild(callerOf(request), 'delete', name);
      refuseFiles(deleteArtifacts);
      await remove(name, deleteAll, buildNumbers);
      return reply.code(204).send();
    },
  );

  app.post<Named & { Body: Static<typeof retention> }>(
    `${prefix}/retention/:name`,
    { schema: { body: retention } },
    async (request, reply) => {
      const { name } = request.params;
      await authoriseBuild(callerOf(request), 'delete', name);
      const { count = -1, minimumBuildDate: since, deleteBuildArtifacts = false } = request.body;
      refuseFiles(deleteBuildArtifacts);
      if (count < 0 && since === undefined)
        throw new HttpError(
          400,
          'BAD_REQUEST',
          "Invalid body. Expected 'count', 'minimumBuildDate', or both.",
        );
      await discardBuilds(name, {
        ...(count < 0 ? {} : { count }),
        ...(since === undefined ? {} : { since: typeof since === 'number' ? timeOf(since) : startOf(since) }),
        numbers: request.body.buildNumbersNotToBeDiscarded ?? [],
      });
      return reply.code(204).send();
    },
  );
}

async function remove(name: string, all: boolean, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0 && !all)
    throw new HttpError(400, 'BAD_REQUEST', 'Invalid body. Set buildNumbers or deleteAll.');
  if (!(await deleteBuilds(name, all ? undefined : numbers)))
    throw noBuild(name, all ? '' : numbers.join(', '));
}

/** A build's files may be others' too. */
function refuseFiles(asked: boolean): void {
  if (asked)
    throw new HttpError(
      400,
      'NOT_TOGETHER',
      'Deleting a build does not delete its files. Delete only the build-info.',
    );
}

function timeOf(milliseconds: number): Date {
  const time = readDate(milliseconds);
  if (time) return time;
  throw new HttpError(400, 'BAD_REQUEST', `Invalid time ${milliseconds}. Expected milliseconds since 1970.`);
}

function isOn(value: unknown): boolean {
  return value === '1' || value === 'true';
}
