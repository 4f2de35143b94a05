import {
  NewPermission,
  Permission,
  PermissionChange,
  PermissionPage,
  ResourcePermission,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { db, transaction } from '../../database/db.ts';
import { transactionWithRetry } from '../../database/transactionWithRetry.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { sendJson } from '../../http/sendJson.ts';
import { administrators } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { changePermissions } from '../grants/permissionTable.ts';
import { pageQuery } from '../lists/paging.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { permissionsTable } from '../tables.ts';
import { readPermissions } from './permissionList.ts';
import { holdNames, readResources } from './permissionNames.ts';

const byName = Type.Object({ name: Type.String() });
const byResource = Type.Object({
  name: Type.String(),
  resource: Type.Union([Type.Literal('artifact'), Type.Literal('build'), Type.Literal('release_bundle')]),
});
const listQuery = Type.Object({
  ...pageQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words, each of which the name, a repository, a user, or a group contains. A page can have fewer than `limit` permissions.',
    }),
  ),
});
const unknownPermission = { 404: ['PERMISSION_NOT_FOUND'] };
const invalid = ['BAD_PATTERN', 'UNKNOWN_NAMES'];
const changing = { ...unknownPermission, 400: invalid, 412: ['CHANGED_SINCE'] };

/** Adds the permission routes under `/access/api/v2/permissions`, for administrators. */
export async function permissionRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Permissions', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.get(
    '/',
    { schema: { summary: 'Lists permissions.', querystring: listQuery, response: { 200: PermissionPage } } },
    async (request, reply) => {
      const { rows, cursor } = await readPermissions(request.query);
      const answer: PermissionPage = { permissions: rows, ...(cursor ? { cursor } : {}) };
      return sendJson(request, reply, answer);
    },
  );

  api.get(
    '/:name',
    {
      schema: { summary: 'Returns a permission.', params: byName, response: { 200: Permission } },
      config: { errors: unknownPermission },
    },
    async (request, reply) => {
      const permission = await requirePermission(request.params.name);
      sendTag(reply, permission.resources);
      return permission;
    },
  );

  api.post(
    '/',
    {
      schema: { summary: 'Creates a permission.', body: NewPermission, response: { 201: Permission } },
      config: { errors: { 400: invalid, 409: ['PERMISSION_EXISTS'] } },
    },
    async (request) => {
      const { name } = request.body;
      const resources = readResources(name, request.body.resources);
      await transactionWithRetry(async () => {
        await holdNames(name, resources);
        const made = await changePermissions(sql`insert into permissions (name, resources)
        values (${name}, ${JSON.stringify(resources)}::jsonb) on conflict do nothing returning name, resources`);
        if (made.length === 0)
          throw new HttpError(409, 'PERMISSION_EXISTS', `Permission ${name} already exists`);
        await recordPermission(request, `${name} created: ${grantedBy({ resources })}`, undefined, resources);
      });
      return { name, resources };
    },
  );

  changeRoutes(api);
  resourceRoutes(api);
}

function changeRoutes(api: OwnApi): void {
  // Clients use either method; omitted resources do not change in both.
  for (const method of ['put', 'patch'] as const)
    api[method](
      '/:name',
      {
        schema: {
          summary: 'Replaces the given resources of a permission.',
          params: byName,
          body: PermissionChange,
          response: { 200: Permission },
        },
        config: { errors: changing },
      },
      async (request) => changeResources(request, request.params.name, request.body.resources),
    );

  api.delete(
    '/:name',
    {
      schema: { summary: 'Deletes a permission.', params: byName, response: { 204: noContent } },
      config: { errors: unknownPermission },
    },
    async (request) => {
      const { name } = request.params;
      const deletion = sql`delete from permissions where name = ${name} returning name, resources`;
      await transaction(async () => {
        const deleted = await changePermissions(deletion, { deleted: true });
        if (deleted.length === 0) throw notFound(name);
        await recordPermission(request, `${name} deleted`, deleted[0]?.resources, undefined);
      });
    },
  );
}

/** The routes of one resource of a permission. */
function resourceRoutes(api: OwnApi): void {
  const unknown = { 404: ['PERMISSION_NOT_FOUND', 'RESOURCE_NOT_FOUND'] };

  api.get(
    '/:name/:resource',
    {
      schema: {
        summary: 'Returns one resource of a permission.',
        params: byResource,
        response: { 200: ResourcePermission },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, resource } = request.params;
      const found = (await requirePermission(name)).resources[resource];
      if (!found)
        throw new HttpError(404, 'RESOURCE_NOT_FOUND', `Permission ${name} has no resource ${resource}`);
      return found;
    },
  );

  api.put(
    '/:name/:resource',
    {
      schema: {
        summary: 'Replaces one resource of a permission.',
        params: byResource,
        body: ResourcePermission,
        response: { 200: ResourcePermission },
      },
      config: { errors: changing },
    },
    async (request) => {
      const { name, resource } = request.params;
      const { resources } = await changeResources(request, name, { [resource]: request.body });
      return resources[resource] ?? request.body;
    },
  );

  api.delete(
    '/:name/:resource',
    {
      schema: {
        summary: 'Deletes one resource of a permission.',
        params: byResource,
        response: { 204: noContent },
      },
      config: { errors: unknownPermission },
    },
    async (request) => {
      const { name, resource } = request.params;
      const deletion = sql`update permissions set resources = resources - ${resource}::text
        where name = ${name} returning name, resources`;
      await changed(request, name, deletion);
    },
  );
}

function recordPermission(
  request: FastifyRequest,
  detail: string,
  before: Permission['resources'] | undefined,
  after: Permission['resources'] | undefined,
): Promise<void> {
  return recordChange(request, 'permission-changed', detail, { before, after, namesAreData: true });
}

export async function findPermission(name: string): Promise<Permission | undefined> {
  const [found] = await db().select().from(permissionsTable).where(eq(permissionsTable.name, name));
  return found;
}

async function requirePermission(name: string): Promise<Permission> {
  const found = await findPermission(name);
  if (!found) throw notFound(name);
  return found;
}

/** Other changes wait until the transaction ends. Throws `HttpError` 404. */
async function lockPermission(name: string): Promise<Permission> {
  const [found] = await db()
    .select()
    .from(permissionsTable)
    .where(eq(permissionsTable.name, name))
    .for('no key update');
  if (!found) throw notFound(name);
  return found;
}

/** Replaces the given resources, and records that. */
async function changeResources(
  request: FastifyRequest,
  name: string,
  given: Permission['resources'],
): Promise<Permission> {
  const resources = readResources(name, given);
  const statement = sql`update permissions
    set resources = resources || ${JSON.stringify(resources)}::jsonb where name = ${name} returning name, resources`;
  return changed(request, name, statement, resources);
}

async function changed(
  request: FastifyRequest,
  name: string,
  statement: SQL,
  given: Permission['resources'] = {},
): Promise<Permission> {
  return transactionWithRetry(async () => {
    await holdNames(name, given);
    const before = await lockPermission(name);
    requireUnchanged(request, before.resources, `Permission ${name}`);
    const [after] = await changePermissions(statement);
    if (!after) throw notFound(name);
    const detail = `${name} changed: ${grantedBy(after)}`;
    await recordPermission(request, detail, before.resources, after.resources);
    return after;
  });
}

/** Summarizes the grants in one line. */
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
  return new HttpError(404, 'PERMISSION_NOT_FOUND', `Permission ${name} not found`);
}
