import type { AuditPage } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf } from '../gateway.ts';
import { normalName } from '../users.ts';
import { readAudit } from './audit.ts';

const query = Type.Object({
  user: Type.Optional(Type.String({ maxLength: 256 })),
  event: Type.Optional(Type.String({ maxLength: 64 })),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});

/** What happened at the doors, under `/access/api/v1/audit`, for administrators. */
export async function auditRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Static<typeof query> }>(
    '/',
    { schema: { querystring: query } },
    async (request): Promise<AuditPage> => {
      await authorise(callerOf(request), 'admin', 'system');
      const { limit = 100, user, ...rest } = request.query;
      const named = user === undefined ? {} : { user: normalName(user) };
      const events = await readAudit({ ...rest, ...named, limit: limit + 1 });
      const shown = events.slice(0, limit);
      const last = shown.at(-1);
      return { events: shown, ...(events.length > limit && last ? { next: last.id } : {}) };
    },
  );
}
