import type { UserData } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { callerOfUser } from './authentication.ts';
import { currentUser } from './currentUser.ts';
import { anonymous, authorise, callerOf } from './gateway.ts';
import { findUser } from './users.ts';

/**
 * Under `/ui/api/v1/access/users`: what the console would be told of another user, so that an administrator sees why
 * something is not there for them. `anonymous` is a visitor.
 */
export async function consoleOfUserRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { name: string } }>('/:name/console', async (request): Promise<UserData> => {
    await authorise(callerOf(request), 'admin', 'system');
    const { name } = request.params;
    const visitor = anonymous(app.settings.anonymousAccess);
    if (name === visitor.userName) return currentUser(visitor, app.settings);
    const user = await findUser(name);
    if (!user) throw new HttpError(404, 'USER_NOT_FOUND', `User ${name} not found`);
    return currentUser(callerOfUser(user, 'session'), app.settings);
  });
}
