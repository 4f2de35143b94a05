import type { Permission, PermissionPage, PermissionSummary } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { checkGlobs } from '../globs/Glob.ts';
import { sendJson } from '../http/sendJson.ts';
import { record } from './audit/record.ts';
import { authorise, callerOf } from './gateway.ts';
import { changePermissions } from './grants/permissionTable.ts';
import { type PageQuery, pageByName, pageQuery } from './paging.ts';
import { freshForChanges } from './profile/reauthentication.ts';
import { permissionsTable } from './tables.ts';

const action = Type.Union(
  (['READ', 'WRITE', 'DELETE', 'ANNOTATE', 'MANAGE'] as const).map((name) => Type.Literal(name)),
);
const granted = Type.Record(Type.String(), Type.Array(action));
const patterns = Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 }));
const resource = Type.Optional(
  Type.Object({
    actions: Type.Object({ users: granted, groups: granted }),
    targets: Type.Record(
      Type.String(),
      Type.Object({ include_patterns: patterns, exclude_patterns: patterns }),
    ),
  }),
);
const resources = Type.Object({ artifact: resource, build: resource });
const named = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), resources });
const changed = Type.Object({ resources });

type ByName = { Params: { name: string } };

/** What is granted to whom, under `/access/api/v2/permissions`, for administrators. */
export async function permissionRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));
  app.addHook('preHandler', freshForChanges);

  app.get<{ Querystring: PageQuery }>('/', { schema: { querystring: pageQuery } }, async (request, reply) => {
    const { rows, cursor } = await pageByName('permissions', request.query, readPage, ({ name }) => name);
    const answer: PermissionPage = { permissions: rows.map(summary), ...(cursor ? { cursor } : {}) };
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
    checkPatterns(request.body.name, request.body.resources);
    const { name, resources } = request.body;
    const made = await changePermissions(sql`insert into permissions (name, resources)
      values (${name}, ${JSON.stringify(resources)}::jsonb) on conflict do nothing returning name, resources`);
    if (made.length === 0) {
      throw new HttpError(409, 'PERMISSION_EXISTS', `There is a permission ${request.body.name} already`);
    }
    await record(request, 'permission-changed', `${request.body.name} was made: ${grantedBy(request.body)}`);
    return reply.code(201).send(request.body);
  });

  app.put<ByName & { Body: Static<typeof changed> }>(
    '/:name',
    { schema: { body: changed } },
    async (request) => {
      const { name } = request.params;
      checkPatterns(name, request.body.resources);
      const [changed] = await changePermissions(sql`update permissions
        set resources = resources || ${JSON.stringify(request.body.resources)}::jsonb
        where name = ${name} returning name, resources`);
      if (!changed) throw notFound(name);
      await record(request, 'permission-changed', `${name} was changed: ${grantedBy(changed)}`);
      return changed;
    },
  );

  app.delete<ByName>('/:name', async (request, reply) => {
    const deletion = sql`delete from permissions where name = ${request.params.name} returning name, resources`;
    const deleted = await changePermissions(deletion, { deleted: true });
    if (deleted.length === 0) throw notFound(request.params.name);
    await record(request, 'permission-changed', `${request.params.name} was removed`);
    return reply.code(204).send();
  });
}

/** Throws `HttpError` 400. */
function checkPatterns(name: string, { artifact, build }: Static<typeof resources>): void {
  for (const { targets } of [artifact, build].filter((given) => given !== undefined)) {
    for (const { include_patterns = [], exclude_patterns = [] } of Object.values(targets))
      checkGlobs(`Permission ${name}`, [...include_patterns, ...exclude_patterns]);
  }
}

function readPage(after: string | undefined, limit: number | undefined): Promise<Permission[]> {
  const sorted = sql`${permissionsTable.name} collate "C"`;
  const page = db()
    .select()
    .from(permissionsTable)
    .where(after === undefined ? undefined : sql`${sorted} > ${after}`)
    .orderBy(sorted);
  return limit === undefined ? page : page.limit(limit);
}

function summary({ name, resources: { artifact, build } }: Permission): PermissionSummary {
  const named = (kind: 'users' | 'groups') => [
    ...new Set([artifact, build].flatMap((resource) => Object.keys(resource?.actions[kind] ?? {}))),
  ];
  return {
    name,
    uri: `/access/api/v2/permissions/${encodeURIComponent(name)}`,
    repositories: Object.keys(artifact?.targets ?? {}),
    builds: Object.keys(build?.targets ?? {}).length > 0,
    users: named('users'),
    groups: named('groups'),
  };
}

/** What it grants to whom where, in a line. */
function grantedBy({ resources }: Pick<Permission, 'resources'>): string {
  const said = Object.entries(resources).flatMap(([kind, resource]) => {
    if (!resource) return [];
    const { users, groups } = resource.actions;
    const grants = [
      ...Object.entries(users).map(([name, actions]) => `${name} ${actions.join('+')}`),
      ...Object.entries(groups).map(([name, actions]) => `group ${name} ${actions.join('+')}`),
    ];
    return [`${kind} ${Object.keys(resource.targets).join(' ')}: ${grants.join(', ') || 'nobody'}`];
  });
  return said.join('; ') || 'nothing';
}

function notFound(name: string): HttpError {
  return new HttpError(404, 'PERMISSION_NOT_FOUND', `There is no permission ${name}`);
}
