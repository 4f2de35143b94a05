import { UserData } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { administrators } from './accessRules.ts';
import { callerOfUser } from './authentication.ts';
import { currentUser } from './currentUser.ts';
import { anonymous } from './gateway.ts';
import { findUser } from './users.ts';

/**
 * Adds routes under `/ui/api/v1/access/users` for the console data of another user, so that
 * administrators can see why a user does not see something. `anonymous` is the anonymous user.
 */
export async function consoleOfUserRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Users', access: administrators });

  api.get(
    '/:name/console',
    {
      schema: {
        summary: 'Returns the console data of another user.',
        params: Type.Object({ name: Type.String({ maxLength: 256 }) }),
        response: { 200: UserData },
      },
      config: { errors: { 404: ['USER_NOT_FOUND'] } },
    },
    async (request) => {
      const { name } = request.params;
      const visitor = anonymous(app.settings.anonymousAccess);
      if (name === visitor.userName) return currentUser(visitor, app.settings);
      const user = await findUser(name);
      if (!user) throw new HttpError(404, 'USER_NOT_FOUND', `User ${name} not found`);
      return currentUser(callerOfUser(user, 'session'), app.settings);
    },
  );
}
