import type { GroupSummary } from '@lading/contract/rest';
import {
  GroupDetails,
  GroupMembers,
  GroupMembersChange,
  GroupPage,
  GroupPatch,
  NewGroup,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transaction } from '../../database/db.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { sendJson } from '../../http/sendJson.ts';
import { administrators } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { pageByName, pageQuery } from '../lists/paging.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import {
  changeGroup,
  changeMembers,
  createGroup,
  listGroups,
  lockGroup,
  removeGroup,
  requireGroup,
} from './groups.ts';

const byName = Type.Object({ name: Type.String() });
const listQuery = Type.Object({
  ...pageQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words, each of which the name or the description contains.',
    }),
  ),
});
const unknownGroup = { 404: ['GROUP_NOT_FOUND'] };

/** Adds the group routes under `/access/api/v2/groups`, for administrators. */
export async function groupRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Groups', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.get(
    '/',
    { schema: { summary: 'Lists groups.', querystring: listQuery, response: { 200: GroupPage } } },
    async (request, reply) => {
      const nameOf = ({ group_name }: GroupSummary) => group_name;
      const { search } = request.query;
      const read = (after?: string, limit?: number) => listGroups(after, limit, search);
      const { rows, cursor } = await pageByName('groups', request.query, read, nameOf);
      const answer: GroupPage = { groups: rows, ...(cursor ? { cursor } : {}) };
      return sendJson(request, reply, answer);
    },
  );

  api.get(
    '/:name',
    {
      schema: { summary: 'Returns a group.', params: byName, response: { 200: GroupDetails } },
      config: { errors: unknownGroup },
    },
    async (request, reply) => tagged(reply, await requireGroup(request.params.name)),
  );

  api.post(
    '/',
    {
      schema: { summary: 'Creates a group.', body: NewGroup, response: { 201: GroupDetails } },
      config: { errors: { 400: ['BAD_GROUP_NAME', 'USER_NOT_FOUND'], 409: ['GROUP_EXISTS'] } },
    },
    async (request) => {
      const { name, ...change } = request.body;
      return transaction(async () => {
        const group = await createGroup(name, change);
        await recordGroup(request, `Group ${name} created${saidOf(change)}`, undefined, group);
        return group;
      });
    },
  );

  api.patch(
    '/:name',
    {
      schema: {
        summary: 'Changes a group. Omitted fields do not change.',
        params: byName,
        body: GroupPatch,
        response: { 200: GroupDetails },
      },
      config: {
        errors: {
          ...unknownGroup,
          400: ['USER_NOT_FOUND'],
          409: ['GROUP_PROTECTED', 'LAST_ADMINISTRATOR'],
          412: ['CHANGED_SINCE'],
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const after = await transaction(async () => {
        const before = await lockUnchanged(request, name);
        const changed = await changeGroup(name, request.body);
        await recordGroup(request, `Group ${name} changed${saidOf(request.body)}`, before, changed);
        return changed;
      });
      return tagged(reply, after);
    },
  );

  api.patch(
    '/:name/members',
    {
      schema: {
        summary: 'Adds and removes members.',
        params: byName,
        body: GroupMembersChange,
        response: { 200: GroupMembers },
      },
      config: {
        errors: {
          ...unknownGroup,
          400: ['USER_NOT_FOUND'],
          409: ['GROUP_PROTECTED', 'LAST_ADMINISTRATOR'],
          412: ['CHANGED_SINCE'],
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { add = [], remove = [] } = request.body;
      const said = [...add.map((user) => `+${user}`), ...remove.map((user) => `-${user}`)].join(' ');
      const changed = await transaction(async () => {
        const before = await lockUnchanged(request, name);
        const after = { ...before, members: await changeMembers(name, request.body) };
        await recordGroup(request, `Members of group ${name}: ${said}`, before, after);
        return after;
      });
      return { members: tagged(reply, changed).members };
    },
  );

  api.delete(
    '/:name',
    {
      schema: { summary: 'Deletes a group.', params: byName, response: { 204: noContent } },
      config: { errors: { ...unknownGroup, 409: ['GROUP_PROTECTED', 'LAST_ADMINISTRATOR'] } },
    },
    async (request) => {
      await transaction(async () => {
        const before = await lockGroup(request.params.name);
        await removeGroup(before.name);
        await recordGroup(request, `Group ${before.name} deleted`, before, undefined);
      });
    },
  );
}

/** The version covers the members: one administrator must not grant rights to those of another. */
function tagged(reply: FastifyReply, group: GroupDetails): GroupDetails {
  sendTag(reply, group);
  return group;
}

async function lockUnchanged(request: FastifyRequest, name: string): Promise<GroupDetails> {
  const group = await lockGroup(name);
  requireUnchanged(request, group, `Group ${name}`);
  return group;
}

function recordGroup(
  request: FastifyRequest,
  detail: string,
  before: GroupDetails | undefined,
  after: GroupDetails | undefined,
): Promise<void> {
  return recordChange(request, 'group-changed', detail, { before, after, namesAreData: true });
}

/** Describes members and privileges of a group for the audit log. */
function saidOf({ admin_privileges: admin, auto_join: auto, members: names }: GroupPatch): string {
  const said = [
    admin === undefined ? '' : `admin_privileges ${admin}`,
    auto === undefined ? '' : `auto_join ${auto}`,
    names === undefined ? '' : `members ${names.join(' ') || 'none'}`,
  ].filter(Boolean);
  return said.length === 0 ? '' : `: ${said.join(', ')}`;
}
