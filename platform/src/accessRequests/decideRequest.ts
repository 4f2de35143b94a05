import type { AccessGrant, PermissionAction } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { decidesAccess } from '../access/accessRequestDeciders.ts';
import { record, recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { changePermissions } from '../access/grants/permissionTable.ts';
import { changeMembers } from '../access/groups/groups.ts';
import { findPermission } from '../access/permissions/permissionRoutes.ts';
import { grants } from '../access/permissions/permissions.ts';
import { requireFreshSession } from '../access/profile/reauthentication.ts';
import { lockMember, setMember } from '../access/projects/members.ts';
import type { User } from '../access/User.ts';
import { findUser } from '../access/users.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { addNotices } from '../notifications/addNotices.ts';
import { describeRequest } from './describeRequest.ts';
import { readable } from './ownRequests.ts';
import { lockRequest, type RequestRow, selectRequests } from './requestTable.ts';
import { waysToGrant } from './waysToGrant.ts';

/**
 * Throws `HttpError` 404 for an unknown request, and for one that the caller cannot decide about.
 */
export async function requireDecidable(request: FastifyRequest, id: string): Promise<RequestRow> {
  const [row] = await selectRequests(sql`r.id = ${id}::bigint`, 1);
  if (row && (await decidesAccess(callerOf(request), row.repository))) return row;
  throw new HttpError(404, 'NOT_FOUND', `Request ${id} not found`);
}

/** Throws `HttpError` 409 if the user was disabled. */
export async function requireRequester({ user: name }: RequestRow): Promise<User> {
  const user = await findUser(name);
  if (user?.enabled) return user;
  throw new HttpError(409, 'USER_DISABLED', `User ${name} is disabled. Decline the request`);
}

/**
 * Grants a request: adds the user to a permission, a group, or the project, or confirms that the
 * user has the permission. Throws `HttpError` 400 if that does not grant it, 403, 404, and 409.
 */
export async function grantRequest(request: FastifyRequest, id: string, way: AccessGrant): Promise<void> {
  await requireDecidable(request, id);
  if (way.permission !== undefined || way.group !== undefined) await requireFreshSession(request);
  await transaction(async () => {
    const row = await lockOpen(id);
    const user = await requireRequester(row);
    const ways = await waysToGrant(callerOf(request), row, user);
    if (way.permission !== undefined && ways.permissions.some(({ name }) => name === way.permission))
      await addToPermission(request, row, way.permission);
    else if (way.group !== undefined && ways.groups.includes(way.group))
      await addToGroup(request, row, way.group);
    else if (way.role !== undefined && ways.project !== null && ways.roles.includes(way.role))
      await addToProject(request, row, ways.project, way.role);
    else if (Object.keys(way).length > 0 || !ways.allowed) throw notGranted(row, way);
    const how = Object.entries(way).map(([kind, name]) => ` by ${kind} ${name}`);
    await finish(request, row, { state: 'granted', answer: '' });
    await record(request, 'access-granted', `${describeRequest(row)}${how.join('')}`, row.user);
  });
}

/** Throws `HttpError` 404 and 409. */
export async function declineRequest(request: FastifyRequest, id: string, answer = ''): Promise<void> {
  await requireDecidable(request, id);
  await transaction(async () => {
    const row = await lockOpen(id);
    await finish(request, row, { state: 'declined', answer: readable(answer) });
    await record(request, 'access-declined', describeRequest(row), row.user);
  });
}

async function lockOpen(id: string): Promise<RequestRow> {
  const row = await lockRequest(id);
  if (!row) throw new HttpError(404, 'NOT_FOUND', `Request ${id} not found`);
  if (row.state === 'open') return row;
  const by = row.decidedBy === null ? '' : ` by ${row.decidedBy}`;
  throw new HttpError(409, 'DECIDED', `Request ${id} was ${row.state}${by} already`);
}

async function finish(
  request: FastifyRequest,
  row: RequestRow,
  { state, answer }: { state: 'granted' | 'declined'; answer: string },
): Promise<void> {
  const { id, user: userName, repository, path, action } = row;
  await db().execute(sql`UPDATE access_requests
    SET state = ${state}, answer = ${answer}, decided = now(), decided_by = ${callerOf(request).userName}, notified = true
    WHERE id = ${id}::bigint`);
  const item = { outcome: state, action, path, ...(answer === '' ? {} : { message: answer }) };
  await addNotices([
    { userName, kind: 'access_decision', subject: `repository://${repository}`, changes: 1, items: [item] },
  ]);
}

/** Reading belongs to every other action: without it, users would not see their work. */
function actionsFor({ action }: RequestRow): PermissionAction[] {
  return [...new Set<PermissionAction>(['READ', grants[action]])];
}

async function addToPermission(request: FastifyRequest, row: RequestRow, name: string): Promise<void> {
  await db().execute(sql`SELECT FROM permissions WHERE name = ${name} FOR NO KEY UPDATE`);
  const before = await findPermission(name);
  const { artifact } = before?.resources ?? {};
  if (!artifact) throw notGranted(row, { permission: name });
  const { user } = row;
  const known = Object.hasOwn(artifact.actions.users, user) ? (artifact.actions.users[user] ?? []) : [];
  const actions = JSON.stringify([...new Set([...known, ...actionsFor(row)])]);
  const place = sql`array['artifact', 'actions', 'users', ${user}::text]`;
  const [changed] = await changePermissions(sql`update permissions
    set resources = jsonb_set(resources, ${place}, ${actions}::jsonb)
    where name = ${name} returning name, resources`);
  if (!changed) throw notGranted(row, { permission: name });
  await recordChange(request, 'permission-changed', `${name} changed: user ${user} added`, {
    ...{ before: before?.resources, after: changed.resources, namesAreData: true },
  });
}

async function addToGroup(request: FastifyRequest, { user }: RequestRow, group: string): Promise<void> {
  await changeMembers(group, { add: [user] });
  await record(request, 'group-changed', `Members of group ${group}: +${user}`);
}

async function addToProject(
  request: FastifyRequest,
  { user }: RequestRow,
  project: string,
  role: NonNullable<AccessGrant['role']>,
): Promise<void> {
  const before = await lockMember(project, 'users', user);
  const after = await setMember(project, 'users', user, [...(before?.roles ?? []), role]);
  await recordChange(request, 'project-changed', `${project}: users ${user} as ${after.roles.join(', ')}`, {
    ...{ before, after },
  });
}

function notGranted(row: RequestRow, way: AccessGrant): HttpError {
  const { user, action, repository, path } = row;
  const where = [repository, path].filter(Boolean).join('/');
  const [kind, name] = Object.entries(way)[0] ?? [];
  const why = kind === undefined ? `User ${user} has no` : `${kind} ${name} does not grant the`;
  return new HttpError(
    400,
    'NOT_GRANTED',
    `Failed to grant request ${row.id}: ${why} ${action} permission on ${where}. Select another way, or change a permission first`,
  );
}
