import type { AuditEventName } from '@lading/contract/rest';
import { NewUser, oneOf, UserDetails, UserPage, UserPatch, type UserSummary } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { noContent, ownApi } from '../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../http/entityTag.ts';
import { exportFormat, exportQuery, sendExport } from '../http/sendExport.ts';
import { sendJson } from '../http/sendJson.ts';
import { administrators } from './accessRules.ts';
import { recordChange } from './audit/record.ts';
import { callerOf } from './gateway.ts';
import { pageQuery } from './lists/paging.ts';
import { freshForChanges } from './profile/reauthentication.ts';
import { revokeCredentials } from './revokeCredentials.ts';
import type { User } from './User.ts';
import { readUsers, userOrders } from './userList.ts';
import {
  changeUser,
  createUser,
  findUser,
  lockUser,
  normalName,
  removeUser,
  type UserChange,
} from './users.ts';

const byName = Type.Object({ name: Type.String() });
const listQuery = Type.Object({
  ...pageQuery.properties,
  ...exportQuery,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words, each of which a name, email address, or realm contains, or which is the name of a group.',
    }),
  ),
  sort_by: Type.Optional(oneOf(userOrders)),
  descending_order: Type.Optional(Type.Boolean()),
});
const badUser = ['BAD_USER_NAME', 'BAD_PASSWORD', 'GROUP_NOT_FOUND'];
const unknownUser = { 404: ['USER_NOT_FOUND'] };

/** Adds the user routes under `/access/api/v2/users`, for administrators. */
export async function userRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Users', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.get(
    '/',
    { schema: { summary: 'Lists users.', querystring: listQuery, response: { 200: UserPage } } },
    async (request, reply) => {
      const { format, search = '' } = request.query;
      if (format !== undefined)
        return sendExport(reply, {
          name: 'users',
          format: exportFormat(format),
          columns: exported,
          batches: usersThatContain(search),
        });
      const { rows, cursor } = await readUsers(request.query);
      const answer: UserPage = { users: rows.map(summary), ...(cursor ? { cursor } : {}) };
      return sendJson(request, reply, answer);
    },
  );

  api.get(
    '/:name',
    {
      schema: { summary: 'Returns a user.', params: byName, response: { 200: UserDetails } },
      config: { errors: unknownUser },
    },
    async (request, reply) => {
      const user = await findUser(request.params.name);
      if (!user) throw new HttpError(404, 'USER_NOT_FOUND', `User ${request.params.name} not found`);
      sendTag(reply, taggedOf(user));
      return details(user);
    },
  );

  api.post(
    '/',
    {
      schema: { summary: 'Creates a user.', body: NewUser, response: { 201: UserDetails } },
      config: { errors: { 400: ['NO_PASSWORD', ...badUser], 409: ['USER_EXISTS'] } },
    },
    async (request) => {
      const { username, ...rest } = request.body;
      if (rest.password === undefined && !rest.internal_password_disabled) {
        throw new HttpError(
          400,
          'NO_PASSWORD',
          'password is missing. Set a password, or set internal_password_disabled.',
        );
      }
      const made = await transaction(async () => {
        const user = await createUser(username, change(rest));
        await record(request, 'user-made', user.name, { after: details(user) });
        return user;
      });
      return details(made);
    },
  );

  api.patch(
    '/:name',
    {
      schema: {
        summary: 'Changes a user. Omitted fields do not change.',
        params: byName,
        body: UserPatch,
        response: { 200: UserDetails },
      },
      config: {
        errors: {
          ...{ ...unknownUser, 400: badUser, 412: ['CHANGED_SINCE'] },
          409: ['LAST_ADMINISTRATOR', 'OWN_ACCOUNT'],
        },
      },
    },
    async (request) => {
      const changed = await transaction(async () => {
        const before = await lockUser(request.params.name);
        if (before) requireUnchanged(request, taggedOf(before), `User ${before.name}`);
        const user = await changeUser(request.params.name, change(request.body));
        if (request.body.status === 'disabled') refuseOwn(request, user.name, 'disable');
        await record(request, 'user-changed', user.name, {
          detail: Object.keys(request.body).join(', '),
          ...(before ? { before: details(before) } : {}),
          after: details(user),
        });
        return user;
      });
      // Administrators reset a password because others may know it, and may have created tokens
      // with it.
      if (request.body.password !== undefined) await revokeCredentials(request, changed.name);
      return details(changed);
    },
  );

  api.delete(
    '/:name',
    {
      schema: { summary: 'Deletes a user.', params: byName, response: { 204: noContent } },
      config: { errors: { ...unknownUser, 409: ['LAST_ADMINISTRATOR', 'OWN_ACCOUNT'] } },
    },
    async (request) => {
      const before = await findUser(request.params.name);
      const name = normalName(request.params.name);
      await transaction(async () => {
        await removeUser(name);
        refuseOwn(request, name, 'delete');
        await record(request, 'user-removed', name, before && { before: details(before) });
      });
    },
  );
}

/** Throws `HttpError` 409 for the account of the caller, which changes of several users skip. */
function refuseOwn(request: FastifyRequest, name: string, action: 'delete' | 'disable'): void {
  if (name !== callerOf(request).userName) return;
  throw new HttpError(
    409,
    'OWN_ACCOUNT',
    `You cannot ${action} your own account. Ask another administrator to ${action} it.`,
  );
}

/**
 * Returns the values that the ETag covers: all that a change replaces, so neither the second factor
 * nor the last sign-in.
 */
function taggedOf(user: User): object {
  const { username, last_logged_in: _seen, mfa_status: _factor, ...rest } = details(user);
  return { username, ...rest };
}

/** Columns of an export. */
const exported = {
  username: ({ username }: UserSummary) => username,
  email: ({ email }: UserSummary) => email,
  admin: ({ admin }: UserSummary) => admin,
  groups: ({ groups }: UserSummary) => groups,
  status: ({ status }: UserSummary) => status,
  realm: ({ realm }: UserSummary) => realm,
  lastSignIn: (user: UserSummary) => user.last_logged_in,
};

/** Returns all matching users in batches. */
async function* usersThatContain(search: string): AsyncGenerator<UserSummary[]> {
  let cursor: string | undefined;
  do {
    const page = await readUsers({ search, limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    yield page.rows.map(summary);
    cursor = page.cursor;
  } while (cursor !== undefined);
}

interface Recorded {
  detail?: string;
  before?: UserDetails;
  after?: UserDetails;
}

function record(
  request: FastifyRequest,
  event: AuditEventName,
  user: string,
  { detail = '', ...change }: Recorded = {},
): Promise<void> {
  return recordChange(request, event, detail, { ...change, user });
}

function change(body: UserPatch): UserChange {
  const password = body.internal_password_disabled ? null : body.password;
  const all = {
    email: body.email,
    password,
    passwordExpired: body.password_expired,
    admin: body.admin,
    enabled: body.status === undefined ? undefined : body.status === 'enabled',
    profileUpdatable: body.profile_updatable,
    disableUiAccess: body.disable_ui_access,
    groups: body.groups,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function summary(user: User): UserSummary {
  const { username, realm, status, email, admin, groups, last_logged_in } = details(user);
  const uri = `/access/api/v2/users/${encodeURIComponent(username)}`;
  const seen = last_logged_in === undefined ? {} : { last_logged_in };
  return { username, uri, realm, status, email, admin, groups, ...seen };
}

function details(user: User): UserDetails {
  return {
    username: user.name,
    email: user.email,
    admin: user.admin,
    profile_updatable: user.profileUpdatable,
    disable_ui_access: user.disableUiAccess,
    internal_password_disabled: user.passwordHash === null,
    groups: user.groups,
    realm: user.realm,
    status: user.enabled ? 'enabled' : 'disabled',
    mfa_status: user.mfaSince ? 'ENROLLED' : 'NONE',
    ...(user.lastSignedIn ? { last_logged_in: user.lastSignedIn.toISOString() } : {}),
  };
}
