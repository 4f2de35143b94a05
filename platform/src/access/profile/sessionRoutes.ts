import { SessionList } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { usersThemselves } from '../accessRules.ts';
import { record } from '../audit/record.ts';
import { callerOf } from '../gateway.ts';
import { clearSessionCookie } from '../sessionCookie.ts';
import { endOtherSessions, endSessionOf, isActiveSession } from '../sessions.ts';
import { sessionsTable as table } from '../tables.ts';
import { ownSession } from './ownSession.ts';

const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** Adds the routes for the caller's own sessions under `/ui/api/v1/access/sessions`. */
export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Profile', access: usersThemselves });

  api.get(
    '/',
    {
      schema: {
        summary: "Lists the caller's sessions, most recently used first.",
        response: { 200: SessionList },
      },
    },
    async (request) => {
      const { userName } = callerOf(request);
      const own = await ownSession(request);
      const rows = await db()
        .select()
        .from(table)
        .where(and(eq(table.userName, userName), isActiveSession()))
        .orderBy(desc(table.lastSeen));
      return {
        sessions: rows.map(({ id, client, address, created, lastSeen, expires, remembered }) => ({
          id,
          current: id === own?.id,
          client,
          address,
          created: created.toISOString(),
          lastSeen: lastSeen.toISOString(),
          expires: expires.toISOString(),
          remembered,
        })),
      };
    },
  );

  api.delete(
    '/',
    {
      schema: {
        summary: 'Ends all sessions of the caller except the current one.',
        response: { 204: noContent },
      },
    },
    async (request) => {
      const { userName } = callerOf(request);
      const own = await ownSession(request);
      const ended = await endOtherSessions(userName, own?.id);
      await record(request, 'session-ended', `All other sessions: ${ended}`);
    },
  );

  api.delete(
    '/:id',
    {
      schema: { summary: 'Ends a session of the caller.', params: byId, response: { 204: noContent } },
      config: { errors: { 404: ['SESSION_NOT_FOUND'] } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const own = await ownSession(request);
      if (!(await endSessionOf(callerOf(request).userName, id)))
        throw new HttpError(404, 'SESSION_NOT_FOUND', `Session ${id} not found`);
      await record(request, 'session-ended', own?.id === id ? 'This one' : `Session ${id}`);
      if (own?.id === id) clearSessionCookie(request, reply);
    },
  );
}
