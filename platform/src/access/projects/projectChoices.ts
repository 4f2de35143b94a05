import type { Project, ProjectChoices } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { allows, type Caller, callerOf, requireConsoleAccess } from '../gateway.ts';
import { isUnlimited } from '../scopes.ts';
import { membershipsOf } from './memberships.ts';
import { listProjects } from './projects.ts';

/** Those that the caller belongs to, by name; for administrators all. */
export async function visibleProjects(caller: Caller): Promise<Project[]> {
  if (!isUnlimited(caller.scopes)) return [];
  if (await allows(caller, 'admin', 'system')) return listProjects();
  const keys = [...(await membershipsOf(caller)).keys()];
  return keys.length === 0 ? [] : listProjects(keys);
}

/** For choosing one: those whose name or key holds the text. */
export async function projectChoices(caller: Caller, search: string, limit: number): Promise<ProjectChoices> {
  const wanted = search.trim().toLowerCase();
  const found = (await visibleProjects(caller)).filter(
    ({ project_key: key, display_name: name }) => key.includes(wanted) || name.toLowerCase().includes(wanted),
  );
  const memberships = await membershipsOf(caller);
  const projects = found.slice(0, limit).map(({ project_key: key, display_name: name }) => ({
    key,
    name,
    administers: caller.admin || (memberships.get(key)?.roles.has('Project Admin') ?? false),
  }));
  return { projects, total: found.length };
}

const query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});

/** For the project selector, under `/ui/api/v1/access/projects`. */
export async function projectChoiceRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Static<typeof query> }>('/', { schema: { querystring: query } }, async (request) => {
    const caller = callerOf(request);
    requireConsoleAccess(caller, app.settings.anonymousAccess);
    const { search = '', limit = 100 } = request.query;
    return projectChoices(caller, search, limit);
  });
}
