import type { ProjectMember, ProjectMembers } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { record } from '../audit/record.ts';
import { authoriseProject, callerOf } from '../gateway.ts';
import { listMembers, type MemberKind, removeMember, requireMember, setMember } from './members.ts';
import { projectRoles } from './roles.ts';

const member = Type.Object({
  name: Type.Optional(Type.String()),
  roles: Type.Array(Type.Union(projectRoles.map((role) => Type.Literal(role))), { minItems: 1 }),
});

type OfProject = { Params: { key: string } };
type ByName = { Params: { key: string; name: string } };

/** Who belongs to a project: seen by its members, changed by its administrators. */
export function memberRoutes(kind: MemberKind): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get<OfProject>('/', async (request): Promise<ProjectMembers> => {
      const { key } = request.params;
      await authoriseProject(callerOf(request), 'see', key);
      return { members: await listMembers(key, kind) };
    });

    app.get<ByName>('/:name', async (request): Promise<ProjectMember> => {
      const { key, name } = request.params;
      await authoriseProject(callerOf(request), 'see', key);
      return requireMember(key, kind, name);
    });

    app.put<ByName & { Body: Static<typeof member> }>(
      '/:name',
      { schema: { body: member } },
      async (request): Promise<ProjectMember> => {
        const { key, name } = request.params;
        await authoriseProject(callerOf(request), 'members', key);
        if (request.body.name !== undefined && request.body.name !== name) {
          throw new HttpError(400, 'BAD_MEMBER', `The body names ${request.body.name}, the address ${name}`);
        }
        const changed = await setMember(key, kind, name, request.body.roles);
        await record(
          request,
          'project-changed',
          `${key}: ${kind} ${name} as ${request.body.roles.join(', ')}`,
        );
        return changed;
      },
    );

    app.delete<ByName>('/:name', async (request, reply) => {
      const { key, name } = request.params;
      await authoriseProject(callerOf(request), 'members', key);
      await removeMember(key, kind, name);
      await record(request, 'project-changed', `${key}: ${kind} ${name} is no member any more`);
      return reply.code(204).send();
    });
  };
}
