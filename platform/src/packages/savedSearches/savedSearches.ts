import type { NewSavedSearch, SavedSearch, SavedSearches } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { allowsProject, authorizeProject } from '../../access/gateway.ts';
import { listProjects } from '../../access/projects/projects.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type View, viewOf } from '../sql/readable.ts';
import { checkQuery, problemOf } from './checkQuery.ts';
import { mayChangeShared, mayShare, visibleProjectKeys } from './rights.ts';

/** Maximum private searches of a user, and maximum shared searches of a project. */
const most = 100;
const mostListed = 500;
const mostProjects = 200;

interface Wanted {
  /** Part of the name. */
  text?: string | undefined;
  /** Only shared searches of this project, next to private ones. */
  project?: string | undefined;
}

interface Row extends Record<string, unknown> {
  id: string;
  user_name: string | null;
  project: string | null;
  author: string;
  name: string;
  query: string;
  modified: number;
}

const columns = sql`id::text AS id, user_name, project_key AS project, author, name, query,
  (extract(epoch FROM modified) * 1000)::float8 AS modified`;

/** Throws `HttpError` 403 if the caller cannot see the project. */
export async function listSavedSearches(caller: Caller, wanted: Wanted): Promise<SavedSearches> {
  const { project, text = '' } = wanted;
  if (project !== undefined) await authorizeProject(caller, 'see', project);
  const { rows } = await db().execute<Row>(sql`
    SELECT ${columns} FROM saved_searches
    WHERE (user_name = ${caller.userName} OR ${await sharedWith(caller, project)})
      AND strpos(lower(name), ${text.trim().toLowerCase()}) > 0
    ORDER BY lower(name), id LIMIT ${mostListed + 1}`);
  const view = await viewOf(caller);
  const searches: SavedSearch[] = [];
  for (const row of rows.slice(0, mostListed)) searches.push(await searchOf(row, caller, view));
  return { searches, more: rows.length > mostListed, projects: await shareable(caller, project) };
}

/**
 * Throws `HttpError` 400 for an invalid search or above the limit, 403 without permission, 409 for
 * a used name.
 */
export async function saveSearch(caller: Caller, given: NewSavedSearch): Promise<SavedSearch> {
  const { query, project } = given;
  const name = validName(given.name);
  if (project !== undefined) await authorizeSharing(caller, project);
  const view = await viewOf(caller);
  await checkQuery(query, view);
  const place = project === undefined ? sql`user_name = ${caller.userName}` : sql`project_key = ${project}`;
  const { rows } = await db().execute<Row>(sql`
    INSERT INTO saved_searches (user_name, project_key, author, name, query)
    SELECT ${project === undefined ? caller.userName : null}, ${project ?? null}, ${caller.userName}, ${name}, ${query}
    WHERE (SELECT count(*) FROM saved_searches WHERE ${place}) < ${most}
    ON CONFLICT DO NOTHING RETURNING ${columns}`);
  const [row] = rows;
  if (row) return searchOf(row, caller, view);
  const used = await db().execute(
    sql`SELECT FROM saved_searches WHERE ${place} AND lower(name) = lower(${name})`,
  );
  if (used.rows.length > 0) throw nameUsed(name);
  const whose = project === undefined ? 'private searches' : `searches of project ${project}`;
  throw new HttpError(400, 'TOO_MANY', `The limit of ${most} ${whose} is reached. Delete a search first.`);
}

/**
 * Throws `HttpError` 404 for an unknown or hidden search, 403 without permission, 409 for a used
 * name.
 */
export async function renameSearch(caller: Caller, id: string, given: string): Promise<SavedSearch> {
  const row = await changeableRow(caller, id);
  const name = validName(given);
  const { rows } = await db().execute<Row>(sql`
    UPDATE saved_searches SET name = ${name}, modified = now()
    WHERE id = ${row.id}::bigint AND NOT EXISTS (
      SELECT FROM saved_searches other WHERE other.id <> ${row.id}::bigint AND lower(other.name) = lower(${name})
        AND other.user_name IS NOT DISTINCT FROM ${row.user_name}
        AND other.project_key IS NOT DISTINCT FROM ${row.project})
    RETURNING ${columns}`);
  const [renamed] = rows;
  if (!renamed) throw nameUsed(name);
  return searchOf(renamed, caller, await viewOf(caller));
}

/** Throws `HttpError` 404 for an unknown or hidden search, 403 without permission. */
export async function deleteSearch(caller: Caller, id: string): Promise<void> {
  const row = await changeableRow(caller, id);
  await db().execute(sql`DELETE FROM saved_searches WHERE id = ${row.id}::bigint`);
}

async function sharedWith(caller: Caller, project: string | undefined): Promise<SQL> {
  if (project !== undefined) return sql`project_key = ${project}`;
  const keys = await visibleProjectKeys(caller);
  return keys === 'all'
    ? sql`project_key IS NOT NULL`
    : sql`project_key = ANY(${sql.param([...keys])}::text[])`;
}

/** The projects with which the caller can share a search; only the selected one, if any. */
async function shareable(caller: Caller, project: string | undefined): Promise<SavedSearches['projects']> {
  const keys = project === undefined ? await visibleProjectKeys(caller) : [project];
  if (keys !== 'all' && keys.length === 0) return [];
  const shared: SavedSearches['projects'] = [];
  for (const { project_key: key, display_name: name } of await listProjects(
    keys === 'all' ? undefined : keys,
  )) {
    if (shared.length === mostProjects) break;
    if (await mayShare(caller, key)) shared.push({ key, name });
  }
  return shared;
}

async function searchOf(row: Row, caller: Caller, view: View): Promise<SavedSearch> {
  const { id, name, query, project, author } = row;
  return {
    ...{ id, name, query, project, author },
    modified: new Date(row.modified).toISOString(),
    mayChange: await mayChange(caller, row),
    problem: await problemOf(query, view),
  };
}

const mayChange = async (caller: Caller, { project, author }: Row) =>
  project === null || (await mayChangeShared(caller, project, author));

async function changeableRow(caller: Caller, id: string): Promise<Row> {
  const { rows } = await db().execute<Row>(
    sql`SELECT ${columns} FROM saved_searches WHERE id = ${id}::bigint`,
  );
  const [row] = rows;
  const visible =
    row &&
    (row.project === null
      ? row.user_name === caller.userName
      : await allowsProject(caller, 'see', row.project));
  if (!visible)
    throw new HttpError(
      404,
      'NOT_FOUND',
      `Saved search ${id} not found, or you have no permission to view it`,
    );
  if (await mayChange(caller, row)) return row;
  throw new HttpError(
    403,
    'FORBIDDEN',
    `Search "${row.name}" was shared by ${row.author}. Ask this user or an administrator of project ${row.project} to change it`,
  );
}

async function authorizeSharing(caller: Caller, project: string): Promise<void> {
  await authorizeProject(caller, 'see', project);
  if ((await listProjects([project])).length === 0)
    throw new HttpError(404, 'PROJECT_NOT_FOUND', `Project ${project} not found`);
  if (await mayShare(caller, project)) return;
  throw new HttpError(
    403,
    'FORBIDDEN',
    `Sharing a search with project ${project} requires a role that can annotate, such as Contributor. Save it as private`,
  );
}

function validName(given: string): string {
  const name = given.trim();
  if (name !== '') return name;
  throw new HttpError(400, 'BAD_NAME', 'The search has no name. Enter a name with up to 100 characters');
}

function nameUsed(name: string): HttpError {
  return new HttpError(409, 'EXISTS', `A saved search with the name "${name}" exists. Enter another name`);
}
