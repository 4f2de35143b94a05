import { BulkChange, BulkResult, UserImport, UserImportResult } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { ownApi } from '../../http/api/ownApi.ts';
import { administrators } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import type { User } from '../User.ts';
import { changeUsers } from './bulkChange.ts';
import { importUsers } from './importUsers.ts';

/** Adds routes for changing many users, under `/access/api/v2/users`, for administrators. */
export async function bulkUserRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Users', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.post(
    '/bulk',
    {
      schema: {
        summary: 'Enables, disables, or deletes users: all or none.',
        body: BulkChange,
        response: { 200: BulkResult },
      },
      config: { errors: { 409: ['LAST_ADMINISTRATOR'] } },
    },
    async (request): Promise<BulkResult> => {
      const { action } = request.body;
      const status = action === 'enable' ? ['disabled', 'enabled'] : ['enabled', 'disabled'];
      return changeUsers(request.body, callerOf(request).userName, (user) =>
        action === 'delete'
          ? recordChange(request, 'user-removed', '', { user: user.name, before: recorded(user) })
          : recordChange(request, 'user-changed', 'status', {
              ...{ user: user.name, before: { status: status[0] }, after: { status: status[1] } },
            }),
      );
    },
  );

  api.post(
    '/import',
    {
      schema: {
        summary: 'Creates users from CSV, and reports the outcome of every line.',
        body: UserImport,
        response: { 200: UserImportResult },
      },
      config: { errors: { 400: ['BAD_IMPORT'] } },
    },
    async (request): Promise<UserImportResult> =>
      importUsers(request.body, (user) =>
        recordChange(request, 'user-made', 'CSV import', { user: user.name, after: recorded(user) }),
      ),
  );
}

/** Returns the recorded fields of a user, for the audit log. */
function recorded({ email, admin, groups, realm, enabled }: User): object {
  return { email, admin, groups, realm, status: enabled ? 'enabled' : 'disabled' };
}
