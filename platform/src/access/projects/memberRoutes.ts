import { ProjectMember, ProjectMembers } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type SchemaTypes } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { projectAdministrators, projectMembers } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { authorizeProject, callerOf } from '../gateway.ts';
import {
  listMembers,
  lockMember,
  type MemberKind,
  removeMember,
  requireMember,
  setMember,
} from './members.ts';
import { projectRoles } from './roles.ts';

const member = Type.Object({
  name: Type.Optional(Type.String()),
  roles: Type.Array(Type.Union(projectRoles.map((role) => Type.Literal(role))), { minItems: 1 }),
});

const ofProject = Type.Object({ key: Type.String() });
const ofMember = Type.Object({ key: Type.String(), name: Type.String() });
const unknownProject = { 404: ['PROJECT_NOT_FOUND'] };
const unknownMember = { 404: ['PROJECT_NOT_FOUND', 'MEMBER_NOT_FOUND'] };

/**
 * Adds the routes for project members. Members can read them, and project administrators can change
 * them.
 */
export function memberRoutes(kind: MemberKind): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const api = app.withTypeProvider<SchemaTypes>();
    api.get(
      '/',
      {
        schema: {
          summary: 'Lists members of a project.',
          params: ofProject,
          response: { 200: ProjectMembers },
        },
        config: { access: projectMembers, errors: unknownProject },
      },
      async (request) => {
        const { key } = request.params;
        await authorizeProject(callerOf(request), 'see', key);
        return { members: await listMembers(key, kind) };
      },
    );

    api.get(
      '/:name',
      {
        schema: {
          summary: 'Returns the roles of a member.',
          params: ofMember,
          response: { 200: ProjectMember },
        },
        config: { access: projectMembers, errors: unknownMember },
      },
      async (request, reply) => {
        const { key, name } = request.params;
        await authorizeProject(callerOf(request), 'see', key);
        const found = await requireMember(key, kind, name);
        sendTag(reply, found);
        return found;
      },
    );

    api.put(
      '/:name',
      {
        schema: {
          summary: 'Sets the roles of a member.',
          params: ofMember,
          body: member,
          response: { 200: ProjectMember },
        },
        config: {
          access: projectAdministrators,
          errors: { ...unknownMember, 400: ['BAD_MEMBER'], 412: ['CHANGED_SINCE'] },
        },
      },
      async (request, reply) => {
        const { key, name } = request.params;
        await authorizeProject(callerOf(request), 'members', key);
        if (request.body.name !== undefined && request.body.name !== name) {
          throw new HttpError(
            400,
            'BAD_MEMBER',
            `The name in the body (${request.body.name}) differs from the name in the URL (${name})`,
          );
        }
        const detail = `${key}: ${kind} ${name} as ${request.body.roles.join(', ')}`;
        const after = await transaction(async () => {
          const before = await lockMember(key, kind, name);
          requireUnchanged(request, before, `Membership of ${name} in project ${key}`);
          const changed = await setMember(key, kind, name, request.body.roles);
          await recordChange(request, 'project-changed', detail, { before, after: changed });
          return changed;
        });
        sendTag(reply, after);
        return after;
      },
    );

    api.delete(
      '/:name',
      {
        schema: { summary: 'Removes a member.', params: ofMember, response: { 204: noContent } },
        config: { access: projectAdministrators, errors: unknownMember },
      },
      async (request) => {
        const { key, name } = request.params;
        await authorizeProject(callerOf(request), 'members', key);
        await transaction(async () => {
          const before = await lockMember(key, kind, name);
          await removeMember(key, kind, name);
          await recordChange(request, 'project-changed', `${key}: ${kind} ${name} removed`, { before });
        });
      },
    );
  };
}
