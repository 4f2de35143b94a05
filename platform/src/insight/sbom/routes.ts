import { sbomFormat } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { authorize, callerOf } from '../../access/gateway.ts';
import { requireBuild } from '../../builds/requireBuild.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { parsePackageId } from '../../packages/list/packageId.ts';
import { viewOf } from '../../packages/sql/readable.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { billOfBuild } from './billOfBuild.ts';
import { billOfRepository } from './billOfRepository.ts';
import { billOfVersion } from './billOfVersion.ts';
import { sbomFile, sendBill } from './sendBill.ts';

const format = { format: sbomFormat };

/** Bills of materials (SBOM) of versions that the caller can read. */
export async function sbomRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'SBOM', access: byPermission });

  api.get(
    '/ui/api/v1/ui/sbom/version',
    {
      schema: {
        summary: 'Returns the SBOM of a version: what it needs to run, as far as that is known.',
        querystring: Type.Object({
          packageId: Type.String({ description: 'Such as `npm://react`.', maxLength: 1100 }),
          version: Type.String({ maxLength: 300 }),
          repo: Type.Optional(
            Type.String({
              maxLength: 128,
              description: 'Preferred repository, if several store the version.',
            }),
          ),
          ...format,
        }),
        response: { 200: sbomFile },
      },
      config: { errors: { 400: ['BAD_PACKAGE_ID'], 404: ['NOT_FOUND'] } },
    },
    async (request, reply) => {
      const { packageId, version, repo, format } = request.query;
      const view = await viewOf(callerOf(request));
      return sendBill(reply, await billOfVersion(parsePackageId(packageId), version, view, repo), format);
    },
  );

  api.get(
    '/ui/api/v1/ui/sbom/build/:name/:number',
    {
      schema: {
        summary: 'Returns the SBOM of a run of a build: its artifacts and their dependencies.',
        params: Type.Object({ name: Type.String(), number: Type.String() }),
        querystring: Type.Object({ started: Type.Optional(Type.String({ maxLength: 60 })), ...format }),
        response: { 200: sbomFile },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const build = await requireBuild(request);
      return sendBill(reply, await billOfBuild(caller, build, await viewOf(caller)), request.query.format);
    },
  );

  api.get(
    '/ui/api/v1/ui/sbom/repository/:repo',
    {
      schema: {
        summary: 'Returns the SBOM of a repository: the versions in it that the caller can read.',
        params: Type.Object({ repo: Type.String() }),
        querystring: Type.Object(format),
        response: { 200: sbomFile },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request, reply) => {
      const repository = await requireRepository(request.params.repo);
      const caller = callerOf(request);
      await authorize(caller, 'read', { repo: repository.key });
      return sendBill(reply, await billOfRepository(repository, await viewOf(caller)), request.query.format);
    },
  );
}
