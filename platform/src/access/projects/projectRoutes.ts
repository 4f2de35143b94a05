import type { Project, ProjectRoleDescription } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { record } from '../audit/record.ts';
import { allows, authorise, authoriseProject, callerOf, requireUser } from '../gateway.ts';
import { memberRoutes } from './memberRoutes.ts';
import { visibleProjects } from './projectChoices.ts';
import { changeProject, createProject, removeProject, requireProject } from './projects.ts';
import { describeRoles } from './roles.ts';

const settings = {
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  admin_privileges: Type.Optional(
    Type.Partial(
      Type.Object({
        manage_members: Type.Boolean(),
        manage_resources: Type.Boolean(),
        index_resources: Type.Boolean(),
      }),
      { additionalProperties: false },
    ),
  ),
  storage_quota_bytes: Type.Optional(Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })),
};
const name = Type.String({ minLength: 1, maxLength: 200 });
const created = Type.Object({ project_key: Type.String(), display_name: name, ...settings });
const changed = Type.Object({ display_name: Type.Optional(name), ...settings });

type ByKey = { Params: { key: string } };

/** Projects, under `/access/api/v1/projects`: made by administrators, seen by their members. */
export async function projectRoutes(app: FastifyInstance): Promise<void> {
  app.get('/', async (request): Promise<Project[]> => {
    requireUser(callerOf(request));
    return visibleProjects(callerOf(request));
  });

  app.post<{ Body: Static<typeof created> }>('/', { schema: { body: created } }, async (request, reply) => {
    await authorise(callerOf(request), 'admin', 'system');
    const made = await createProject(request.body);
    await record(request, 'project-changed', `${request.body.project_key} was made`);
    return reply.code(201).send(made);
  });

  app.get<ByKey>('/:key', async (request): Promise<Project> => {
    await authoriseProject(callerOf(request), 'see', request.params.key);
    return requireProject(request.params.key);
  });

  app.put<ByKey & { Body: Static<typeof changed> }>(
    '/:key',
    { schema: { body: changed } },
    async (request): Promise<Project> => {
      const { key } = request.params;
      const caller = callerOf(request);
      await authoriseProject(caller, 'settings', key);
      const { admin_privileges, storage_quota_bytes } = request.body;
      const limits = admin_privileges !== undefined || storage_quota_bytes !== undefined;
      if (limits && !(await allows(caller, 'admin', 'system'))) {
        throw new HttpError(
          403,
          'FORBIDDEN',
          'Only administrators of the platform change admin_privileges and storage_quota_bytes',
        );
      }
      const changed = await changeProject(key, request.body);
      await record(request, 'project-changed', `${key}: ${Object.keys(request.body).join(', ')}`);
      return changed;
    },
  );

  app.delete<ByKey>('/:key', async (request, reply) => {
    await authorise(callerOf(request), 'admin', 'system');
    await removeProject(request.params.key);
    await record(request, 'project-changed', `${request.params.key} was removed`);
    return reply.code(204).send();
  });

  app.get<ByKey>('/:key/roles', async (request): Promise<ProjectRoleDescription[]> => {
    const { key } = request.params;
    await authoriseProject(callerOf(request), 'see', key);
    await requireProject(key);
    return describeRoles();
  });

  await app.register(memberRoutes('users'), { prefix: '/:key/users' });
  await app.register(memberRoutes('groups'), { prefix: '/:key/groups' });
}
