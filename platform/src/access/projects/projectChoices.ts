import { ProjectChoice, ProjectChoices } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, encodeCursor, type ListName } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { consoleUsers } from '../accessRules.ts';
import type { Caller } from '../Caller.ts';
import { allows, allowsProject, callerOf } from '../gateway.ts';
import { isUnlimited } from '../tokens/scopes.ts';
import { membershipsOf } from './memberships.ts';
import { findProject } from './projects.ts';

const byName: ListName = ['projects', 'NAME', 'ASC'];

/** Returns the keys of the caller's projects; `all` for administrators. */
export async function visibleKeys(caller: Caller): Promise<'all' | string[]> {
  if (!isUnlimited(caller.scopes)) return [];
  if (await allows(caller, 'admin', 'system')) return 'all';
  return [...(await membershipsOf(caller)).keys()];
}

interface Wanted {
  search: string;
  limit: number;
  after: string | undefined;
}

/**
 * Returns the caller's projects whose name or key contains the text. Throws `HttpError` 400 for an
 * invalid cursor.
 */
async function projectChoices(caller: Caller, wanted: Wanted): Promise<ProjectChoices> {
  const keys = await visibleKeys(caller);
  const mayCreate = await allows(caller, 'admin', 'system');
  const place = wanted.after === undefined ? undefined : decodeCursor(byName, wanted.after);
  if (keys !== 'all' && keys.length === 0) return { projects: [], total: 0, mayCreate };
  const text = wanted.search.trim().toLowerCase();
  const mine = keys === 'all' ? sql`true` : sql`project_key = any(${sql.param(keys)}::text[])`;
  const found =
    text === ''
      ? mine
      : sql`${mine} and (strpos(lower(display_name), ${text}) > 0 or strpos(project_key, ${text}) > 0)`;
  const later = place
    ? sql`${found} and (lower(display_name), project_key) > (${String(place.key)}, ${place.tie})`
    : found;
  const [rows, total] = [await page(later, wanted.limit + 1), await count(found)];
  const shown = rows.slice(0, wanted.limit);
  const last = shown.at(-1);
  const more = rows.length > wanted.limit && last;
  return {
    projects: await Promise.all(shown.map((row) => choice(caller, row.project_key, row.display_name))),
    total,
    mayCreate,
    ...(more ? { next: encodeCursor(byName, { key: last.sorted, tie: last.project_key }) } : {}),
  };
}

type Row = { project_key: string; display_name: string; sorted: string };

async function page(which: SQL, limit: number): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select project_key, display_name, lower(display_name) as sorted from projects
    where ${which} order by lower(display_name), project_key limit ${limit}`);
  return rows;
}

async function count(which: SQL): Promise<number> {
  const { rows } = await db().execute<{ total: number }>(
    sql`select count(*)::int as total from projects where ${which}`,
  );
  return rows[0]?.total ?? 0;
}

async function choice(caller: Caller, key: string, name: string): Promise<ProjectChoice> {
  const roles = (await membershipsOf(caller)).get(key)?.roles;
  return { key, name, administers: caller.admin || (roles?.has('Project Admin') ?? false) };
}

const query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  after: Type.Optional(Type.String({ maxLength: 2000 })),
});

const byKey = Type.Object({ key: Type.String() });

/** Adds the routes of the project selector under `/ui/api/v1/access/projects`. */
export async function projectChoiceRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Projects', access: consoleUsers });
  api.get(
    '/',
    {
      schema: {
        summary: 'Lists the projects that the caller can select.',
        querystring: query,
        response: { 200: ProjectChoices },
      },
      config: { errors: { 400: ['BAD_CURSOR'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { search = '', limit = 100, after } = request.query;
      return projectChoices(caller, { search, limit, after });
    },
  );

  api.get(
    '/:key',
    {
      schema: { summary: 'Returns one of these projects.', params: byKey, response: { 200: ProjectChoice } },
      config: { errors: { 404: ['PROJECT_NOT_FOUND'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { key } = request.params;
      const project = (await allowsProject(caller, 'see', key)) ? await findProject(key) : undefined;
      if (!project) throw new HttpError(404, 'PROJECT_NOT_FOUND', `Project ${key} not found`);
      return choice(caller, project.project_key, project.display_name);
    },
  );
}
