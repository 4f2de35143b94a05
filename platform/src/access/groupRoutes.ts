import type { GroupDetails, GroupSummary } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../http/sendJson.ts';
import { authorise, callerOf } from './gateway.ts';
import { changeGroup, changeMembers, createGroup, listGroups, removeGroup, requireGroup } from './groups.ts';

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

  app.get('/', async (request, reply) => {
    const answer: { groups: GroupSummary[] } = { groups: await listGroups() };
    return sendJson(request, reply, answer);
  });

  app.get<ByName>('/:name', (request): Promise<GroupDetails> => requireGroup(request.params.name));

  app.post<{ Body: Static<typeof created> }>('/', { schema: { body: created } }, async (request, reply) => {
    const { name, ...change } = request.body;
    return reply.code(201).send(await createGroup(name, change));
  });

  app.patch<ByName & { Body: Static<typeof patch> }>('/:name', { schema: { body: patch } }, (request) =>
    changeGroup(request.params.name, request.body),
  );

  app.patch<ByName & { Body: Static<typeof members> }>(
    '/:name/members',
    { schema: { body: members } },
    async (request) => ({ members: await changeMembers(request.params.name, request.body) }),
  );

  app.delete<ByName>('/:name', async (request, reply) => {
    await removeGroup(request.params.name);
    return reply.code(204).send();
  });
}
