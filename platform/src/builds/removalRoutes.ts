import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { authorizeBuild } from '../access/builds.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { readDate } from '../packages/sql/dates.ts';
import { deleteBuilds, discardBuilds } from './builds.ts';
import { startOf } from './readBuildInfo.ts';
import { noBuild } from './requireBuild.ts';

const byName = Type.Object({ name: Type.String() });
const byNumber = Type.Object({ name: Type.String(), number: Type.String() });
const response = { 204: noContent };
const errors = { 400: ['NOT_TOGETHER'], 404: ['NOT_FOUND'] };
const flag = Type.Optional(Type.String({ description: '`1` or `true`.' }));

const words = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 10_000 });
const wanted = Type.Object({
  buildName: Type.String({ minLength: 1, maxLength: 500 }),
  buildNumbers: Type.Optional(words),
  deleteAll: Type.Optional(Type.Boolean()),
  deleteArtifacts: Type.Optional(Type.Boolean()),
});
const retention = Type.Object({
  count: Type.Optional(Type.Integer()),
  /** Milliseconds since 1970, or a time as in build-info. */
  minimumBuildDate: Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 60 })])),
  buildNumbersNotToBeDiscarded: Type.Optional(words),
  deleteBuildArtifacts: Type.Optional(Type.Boolean()),
});

const prefix = '/artifactory/api/build';

/** Deletes build-info, in each of the request formats of existing clients. Files stay. */
export async function buildRemovalRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Builds', access: byPermission });

  api.delete(
    `${prefix}/:name`,
    {
      schema: { summary: 'Deletes runs of a build.', params: byName, response },
      config: {
        query: Type.Object({
          buildNumbers: Type.Optional(Type.String({ description: 'Comma-separated.' })),
          deleteAll: flag,
          artifacts: flag,
        }),
        errors,
      },
    },
    async (request) => {
      const { name } = request.params;
      const { buildNumbers, deleteAll, artifacts } = request.query as Record<string, unknown>;
      await authorizeBuild(callerOf(request), 'delete', name);
      refuseFiles(isOn(artifacts));
      const numbers =
        typeof buildNumbers === 'string' ? buildNumbers.split(',').filter((each) => each !== '') : [];
      await remove(name, isOn(deleteAll), numbers);
    },
  );

  api.delete(
    `${prefix}/:name/:number`,
    { schema: { summary: 'Deletes a run of a build.', params: byNumber, response }, config: { errors } },
    async (request) => {
      const { name, number } = request.params;
      await authorizeBuild(callerOf(request), 'delete', name);
      await remove(name, false, [number]);
    },
  );

  bodyRoutes(api);
}

/** Routes with the selection in the body. */
function bodyRoutes(api: OwnApi): void {
  api.post(
    `${prefix}/delete`,
    { schema: { summary: 'Deletes runs of a build.', body: wanted, response }, config: { errors } },
    async (request) => {
      const { buildName: name, buildNumbers = [], deleteAll = false, deleteArtifacts = false } = request.body;
      await authorizeBuild(callerOf(request), 'delete', name);
      refuseFiles(deleteArtifacts);
      await remove(name, deleteAll, buildNumbers);
    },
  );

  api.post(
    `${prefix}/retention/:name`,
    {
      schema: { summary: 'Deletes old runs of a build.', params: byName, body: retention, response },
      config: { errors },
    },
    async (request) => {
      const { name } = request.params;
      await authorizeBuild(callerOf(request), 'delete', name);
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
    },
  );
}

async function remove(name: string, all: boolean, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0 && !all)
    throw new HttpError(400, 'BAD_REQUEST', 'Invalid body. Set buildNumbers or deleteAll.');
  if (!(await deleteBuilds(name, all ? undefined : numbers)))
    throw noBuild(name, all ? '' : numbers.join(', '));
}

/** Rejects the deletion of files: they may belong to other builds too. */
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
