import type { Environment } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { authorise, callerOf, requireUser } from '../gateway.ts';
import { environmentsTable as table } from './tables.ts';

const environment = Type.Object({ name: Type.String() });

export async function listEnvironments(): Promise<Environment[]> {
  return db().select().from(table).orderBy(sql`${table.name} collate "C"`);
}

/** What software goes through on its way, under `/access/api/v1/environments`: seen by every user, set by administrators. */
export async function environmentRoutes(app: FastifyInstance): Promise<void> {
  app.get('/', async (request): Promise<Environment[]> => {
    requireUser(callerOf(request));
    return listEnvironments();
  });

  app.post<{ Body: Static<typeof environment> }>(
    '/',
    { schema: { body: environment } },
    async (request, reply) => {
      await authorise(callerOf(request), 'admin', 'system');
      const { name } = request.body;
      if (!/^[A-Za-z][A-Za-z0-9_-]{0,31}$/.test(name)) {
        throw new HttpError(
          400,
          'BAD_ENVIRONMENT',
          `"${name}" cannot be an environment: 1 to 32 letters, digits, "_" and "-" are expected, beginning with a letter`,
        );
      }
      const made = await db().insert(table).values({ name }).onConflictDoNothing();
      if (!made.rowCount) {
        throw new HttpError(409, 'ENVIRONMENT_EXISTS', `There is an environment ${name} already`);
      }
      return reply.code(201).send({ name });
    },
  );

  app.delete<{ Params: { name: string } }>('/:name', async (request, reply) => {
    await authorise(callerOf(request), 'admin', 'system');
    const { name } = request.params;
    const { rows } = await db().execute<{ key: string }>(
      sql`select key from repositories where ${name} = any(environments) order by key limit 5`,
    );
    if (rows.length > 0) {
      const names = rows.map((row) => row.key).join(', ');
      throw new HttpError(409, 'IN_USE', `Environment ${name} is that of the repositories ${names}`);
    }
    const done = await db().delete(table).where(eq(table.name, name));
    if (!done.rowCount) throw new HttpError(404, 'ENVIRONMENT_NOT_FOUND', `There is no environment ${name}`);
    return reply.code(204).send();
  });
}
