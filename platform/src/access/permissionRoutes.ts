import type { Permission, PermissionSummary } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../http/errors.ts';
import { sendJson } from '../http/sendJson.ts';
import { db } from '../storage/db.ts';
import { authorise, callerOf } from './gateway.ts';
import { forgetPermissions } from './permissions.ts';
import { permissionsTable } from './tables.ts';

const action = Type.Union(
  (['READ', 'WRITE', 'DELETE', 'ANNOTATE', 'MANAGE'] as const).map((name) => Type.Literal(name)),
);
const granted = Type.Record(Type.String(), Type.Array(action));
const patterns = Type.Optional(Type.Array(Type.String({ maxLength: 1000 })));
const resources = Type.Object({
  artifact: Type.Optional(
    Type.Object({
      actions: Type.Object({ users: granted, groups: granted }),
      targets: Type.Record(
        Type.String(),
        Type.Object({ include_patterns: patterns, exclude_patterns: patterns }),
      ),
    }),
  ),
});
const named = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), resources });
const changed = Type.Object({ resources });

type ByName = { Params: { name: string } };

/** What is granted to whom, under `/access/api/v2/permissions`, for administrators. */
export async function permissionRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));

  app.get('/', async (request, reply) => {
    const rows = await db()
      .select()
      .from(permissionsTable)
      .orderBy(sql`${permissionsTable.name} collate "C"`);
    const answer: { permissions: PermissionSummary[] } = { permissions: rows.map(summary) };
    return sendJson(request, reply, answer);
  });

  app.get<ByName>('/:name', async (request): Promise<Permission> => {
    const [found] = await db()
      .select()
      .from(permissionsTable)
      .where(eq(permissionsTable.name, request.params.name));
    if (!found) throw notFound(request.params.name);
    return found;
  });

  app.post<{ Body: Static<typeof named> }>('/', { schema: { body: named } }, async (request, reply) => {
    const made = await db().insert(permissionsTable).values(request.body).onConflictDoNothing();
    forgetPermissions();
    if (made.rowCount) return reply.code(201).send(request.body);
    throw new HttpError(409, 'PERMISSION_EXISTS', `There is a permission ${request.body.name} already`);
  });

  app.put<ByName & { Body: Static<typeof changed> }>(
    '/:name',
    { schema: { body: changed } },
    async (request) => {
      const { name } = request.params;
      const { resources: wanted } = request.body;
      const done = await db()
        .update(permissionsTable)
        .set({ resources: wanted })
        .where(eq(permissionsTable.name, name));
      forgetPermissions();
      if (!done.rowCount) throw notFound(name);
      return { name, resources: wanted };
    },
  );

  app.delete<ByName>('/:name', async (request, reply) => {
    const done = await db().delete(permissionsTable).where(eq(permissionsTable.name, request.params.name));
    forgetPermissions();
    if (!done.rowCount) throw notFound(request.params.name);
    return reply.code(204).send();
  });
}

function summary({ name, resources: { artifact } }: Permission): PermissionSummary {
  return {
    name,
    uri: `/access/api/v2/permissions/${encodeURIComponent(name)}`,
    repositories: Object.keys(artifact?.targets ?? {}),
    users: Object.keys(artifact?.actions.users ?? {}),
    groups: Object.keys(artifact?.actions.groups ?? {}),
  };
}

function notFound(name: string): HttpError {
  return new HttpError(404, 'PERMISSION_NOT_FOUND', `There is no permission ${name}`);
}
