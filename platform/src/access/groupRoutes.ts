import type { GroupDetails, GroupPage } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../http/sendJson.ts';
import { record } from './audit/record.ts';
import { authorise, callerOf } from './gateway.ts';
import { changeGroup, changeMembers, createGroup, listGroups, removeGroup, requireGroup } from './groups.ts';
import { type PageQuery, pageByName, pageQuery } from './paging.ts';
import { freshForChanges } from './profile/reauthentication.ts';

const userNames = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 10_000 });
const changes = {
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  auto_join: Type.Optional(Type.Boolean()),
  admin_privileges: Type.Optional(Type.Boolean()),
  members: Type.Optional(userNames),
};
const patch = Type.Object(changes);
const created = Type.Object({ name: Type.String({ minLength: 1, maxLength: 256 }), ...changes });
const members = Type.Object({ add: Type.Optional(userNames), remove: Type.Optional(userNames) });

type ByName = { Params: { name: string } };

/** Groups of users, under `/access/api/v2/groups`, for administrators. */
export async function groupRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));
  app.addHook('preHandler', freshForChanges);

  app.get<{ Querystring: PageQuery }>('/', { schema: { querystring: pageQuery } }, async (request, reply) => {
    const { rows, cursor } = await pageByName(
      'groups',
      request.query,
      listGroups,
      ({ group_name }) => group_name,
    );
    const answer: GroupPage = { groups: rows, ...(cursor ? { cursor } : {}) };
    return sendJson(request, reply, answer);
  });

  app.get<ByName>('/:name', (request): Promise<GroupDetails> => requireGroup(request.params.name));

  app.post<{ Body: Static<typeof created> }>('/', { schema: { body: created } }, async (request, reply) => {
    const { name, ...change } = request.body;
    const made = await createGroup(name, change);
    await record(request, 'group-changed', `Group ${name} was made${saidOf(change)}`);
    return reply.code(201).send(made);
  });

  app.patch<ByName & { Body: Static<typeof patch> }>(
    '/:name',
    { schema: { body: patch } },
    async (request) => {
      const { name } = request.params;
      const changed = await changeGroup(name, request.body);
      await record(request, 'group-changed', `Group ${name} was changed${saidOf(request.body)}`);
      return changed;
    },
  );

  app.patch<ByName & { Body: Static<typeof members> }>(
    '/:name/members',
    { schema: { body: members } },
    async (request) => {
      const { name } = request.params;
      const { add = [], remove = [] } = request.body;
      const changed = await changeMembers(name, request.body);
      const said = [...add.map((user) => `+${user}`), ...remove.map((user) => `-${user}`)].join(' ');
      await record(request, 'group-changed', `Members of group ${name}: ${said}`);
      return { members: changed };
    },
  );

  app.delete<ByName>('/:name', async (request, reply) => {
    await removeGroup(request.params.name);
    await record(request, 'group-changed', `Group ${request.params.name} was removed`);
    return reply.code(204).send();
  });
}

/** Who is let in by it, and what they may; the description says nothing of that. */
function saidOf({ admin_privileges: admin, auto_join: auto, members: names }: Static<typeof patch>): string {
  const said = [
    admin === undefined ? '' : `admin_privileges ${admin}`,
    auto === undefined ? '' : `auto_join ${auto}`,
    names === undefined ? '' : `members ${names.join(' ') || 'none'}`,
  ].filter(Boolean);
  return said.length === 0 ? '' : `: ${said.join(', ')}`;
}
