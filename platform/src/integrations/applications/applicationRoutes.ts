import { Application, ApplicationTypes, CreatedApplication, NewApplication } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record, recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { freshForChanges } from '../../access/profile/reauthentication.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { addApplication, listApplications, removeApplication } from './applications.ts';
import { checkApplication } from './checkApplication.ts';

/**
 * Applications that can request access from users, under `/ui/api/v1/app_integration`, for
 * administrators.
 */
export async function applicationRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Application integrations', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.get(
    '/',
    { schema: { summary: 'Lists the applications.', response: { 200: Type.Array(Application) } } },
    async (request): Promise<Application[]> => listApplications(ownOrigin(request)),
  );

  api.post(
    '/',
    {
      schema: {
        summary: 'Registers an application, and returns its secret, once.',
        body: NewApplication,
        response: { 201: CreatedApplication },
      },
      config: { errors: { 400: ['BAD_APPLICATION'], 403: ['SIGN_IN_AGAIN'], 409: ['APPLICATION_EXISTS'] } },
    },
    async (request, reply) => {
      const wanted = await checkApplication(request.body);
      const created = await addApplication(wanted, callerOf(request).userName, ownOrigin(request));
      const detail = `Application ${created.name} was created`;
      await recordChange(request, 'settings-changed', detail, { after: wanted });
      reply.header('cache-control', 'no-store');
      return created;
    },
  );

  api.delete(
    '/:id',
    {
      schema: {
        summary: 'Deletes an application, and revokes its tokens.',
        params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
        response: { 204: noContent },
      },
      config: { errors: { 403: ['SIGN_IN_AGAIN'], 404: ['APPLICATION_NOT_FOUND'] } },
    },
    async (request) => {
      const name = await removeApplication(request.params.id);
      await record(request, 'settings-changed', `Application ${name} was deleted`);
    },
  );

  api.get(
    '/applications',
    { schema: { summary: 'Lists the types of applications.', response: { 200: ApplicationTypes } } },
    async (): Promise<ApplicationTypes> => [
      { id: 'web', name: 'Web application' },
      { id: 'native', name: 'Desktop or command-line application' },
    ],
  );
}
