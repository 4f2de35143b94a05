import { NewProject, Project, ProjectChange, ProjectRoleDescription } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { wakeJob } from '../../jobs/install.ts';
import { quotaJob } from '../../storage/capacity.ts';
import { administrators, projectAdministrators, projectMembers, signedInUsers } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { allows, authorize, authorizeProject, callerOf, requireUser } from '../gateway.ts';
import { nextCursorHeader } from '../lists/orderedPage.ts';
import { memberRoutes } from './memberRoutes.ts';
import { visibleKeys } from './projectChoices.ts';
import { projectPage, projectQuery } from './projectList.ts';
import { changeProject, createProject, lockProject, removeProject, requireProject } from './projects.ts';
import { describeRoles } from './roles.ts';

const byKey = Type.Object({ key: Type.String() });
const unknownProject = { 404: ['PROJECT_NOT_FOUND'] };

/**
 * Adds the project routes under `/access/api/v1/projects`. Administrators create projects, and
 * members can read them.
 */
export async function projectRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Projects', access: signedInUsers });
  api.get(
    '/',
    {
      schema: {
        summary: "Lists the caller's projects, for administrators all projects.",
        description: 'With `limit`, a page: the header `X-Next-Cursor` has the `cursor` of the next one.',
        querystring: projectQuery,
        response: { 200: Type.Array(Project) },
      },
      config: { errors: { 400: ['BAD_CURSOR'] } },
    },
    async (request, reply) => {
      requireUser(callerOf(request));
      const { rows, cursor } = await projectPage(request.query, await visibleKeys(callerOf(request)));
      if (cursor !== undefined) reply.header(nextCursorHeader, cursor);
      return rows;
    },
  );

  api.post(
    '/',
    {
      schema: { summary: 'Creates a project.', body: NewProject, response: { 201: Project } },
      config: { access: administrators, errors: { 400: ['BAD_PROJECT_KEY'], 409: ['PROJECT_EXISTS'] } },
    },
    async (request) => {
      await authorize(callerOf(request), 'admin', 'system');
      const made = await transaction(async () => {
        const project = await createProject(request.body);
        const detail = `${request.body.project_key} created`;
        await recordChange(request, 'project-changed', detail, { after: project });
        return project;
      });
      return made;
    },
  );

  api.get(
    '/:key',
    {
      schema: { summary: 'Returns a project.', params: byKey, response: { 200: Project } },
      config: { access: projectMembers, errors: unknownProject },
    },
    async (request, reply) => {
      await authorizeProject(callerOf(request), 'see', request.params.key);
      const project = await requireProject(request.params.key);
      sendTag(reply, project);
      return project;
    },
  );

  api.put(
    '/:key',
    {
      schema: {
        summary: 'Changes a project. Omitted fields do not change.',
        params: byKey,
        body: ProjectChange,
        response: { 200: Project },
      },
      config: { access: projectAdministrators, errors: { ...unknownProject, 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const { key } = request.params;
      const caller = callerOf(request);
      await authorizeProject(caller, 'settings', key);
      const { admin_privileges, storage_quota_bytes } = request.body;
      const limits = admin_privileges !== undefined || storage_quota_bytes !== undefined;
      if (limits && !(await allows(caller, 'admin', 'system'))) {
        throw new HttpError(
          403,
          'FORBIDDEN',
          'Only platform administrators can change admin_privileges and storage_quota_bytes',
        );
      }
      const detail = `${key}: ${Object.keys(request.body).join(', ')}`;
      const changed = await transaction(async () => {
        const before = await lockProject(key);
        requireUnchanged(request, before, `Project ${key}`);
        const project = await changeProject(key, request.body);
        await recordChange(request, 'project-changed', detail, { before, after: project });
        return project;
      });
      if (storage_quota_bytes !== undefined) wakeJob(quotaJob);
      sendTag(reply, changed);
      return changed;
    },
  );

  api.delete(
    '/:key',
    {
      schema: { summary: 'Deletes a project.', params: byKey, response: { 204: noContent } },
      config: { access: administrators, errors: { ...unknownProject, 409: ['IN_USE'] } },
    },
    async (request) => {
      await authorize(callerOf(request), 'admin', 'system');
      await transaction(async () => {
        const before = await requireProject(request.params.key);
        await removeProject(before.project_key);
        await recordChange(request, 'project-changed', `${before.project_key} deleted`, { before });
      });
    },
  );

  api.get(
    '/:key/roles',
    {
      schema: {
        summary: 'Lists the roles of a project.',
        params: byKey,
        response: { 200: Type.Array(ProjectRoleDescription) },
      },
      config: { access: projectMembers, errors: unknownProject },
    },
    async (request) => {
      const { key } = request.params;
      await authorizeProject(callerOf(request), 'see', key);
      await requireProject(key);
      return describeRoles();
    },
  );

  await app.register(memberRoutes('users'), { prefix: '/:key/users' });
  await app.register(memberRoutes('groups'), { prefix: '/:key/groups' });
}
