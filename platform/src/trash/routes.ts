import {
  TrashOutcome,
  TrashPage,
  TrashRestoration,
  TrashSettings,
  TrashUsage,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { administrators, signedInUsers } from '../access/accessRules.ts';
import { record, recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { writeSetting } from '../instance/platformSettings.ts';
import { onRepositoryDeleted } from '../repositories/removal.ts';
import { keepDeleted } from './keepDeleted.ts';
import { listTrash } from './listTrash.ts';
import { restoreAll } from './restoreAll.ts';
import { defineTrashJob } from './trashJob.ts';
import { trashSettings } from './trashSettings.ts';
import { purge, selectItems, trashUsage } from './trashTable.ts';

const prefix = '/ui/api/v1/ui/trash';
const purged = Type.Object({ items: Type.Integer(), bytes: Type.Integer() });

/** The trash: deleted versions and files that can be restored. */
export async function trashRoutes(app: FastifyInstance): Promise<void> {
  app.platform.files.keeper = keepDeleted;
  onRepositoryDeleted(app.platform, async (key) => void (await purge(sql`i.repo = ${key}`)));
  defineTrashJob(app.platform);
  const api = ownApi(app, { tag: 'Trash', access: signedInUsers });
  userCalls(api);
  purgeCalls(api);
  settingsCalls(api);
}

function userCalls(api: OwnApi): void {
  api.get(
    prefix,
    {
      schema: {
        summary: 'Lists deleted versions and files that the caller can restore, newest first.',
        querystring: Type.Object({
          repo: Type.Optional(Type.String({ maxLength: 64 })),
          name: Type.Optional(Type.String({ maxLength: 256, description: 'Part of a name or path.' })),
          cursor: Type.Optional(Type.String({ maxLength: 1000 })),
          limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|1\\d\\d|200)$' })),
        }),
        response: { 200: TrashPage },
      },
      config: { errors: { 400: ['BAD_CURSOR'] } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { limit = '50', ...filter } = request.query;
      return listTrash(callerOf(request), { ...filter, limit: Number(limit) });
    },
  );

  api.post(
    `${prefix}/restore`,
    {
      schema: {
        summary: 'Restores items, or all items of deletions.',
        body: TrashRestoration,
        response: { 200: TrashOutcome },
      },
      config: { errors: { 400: ['BAD_CURSOR'], 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const outcome = await restoreAll(callerOf(request), request.body, request.log);
      for (const { repo, name, version = '' } of outcome.restored)
        await record(request, 'content-restored', `${repo}: ${name} ${version}`.trim());
      return outcome;
    },
  );
}

function purgeCalls(api: OwnApi): void {
  api.delete(
    prefix,
    {
      schema: {
        summary: 'Empties the trash, or deletes the items of one repository, permanently.',
        querystring: Type.Object({ repo: Type.Optional(Type.String({ maxLength: 64 })) }),
        response: { 200: purged },
      },
      config: { access: administrators },
    },
    async (request) => {
      const { repo } = request.query;
      const gone = await purge(repo === undefined ? sql`true` : sql`i.repo = ${repo}`);
      const where = repo === undefined ? '' : ` of ${repo}`;
      await record(request, 'trash-emptied', `Trash${where}: ${gone.items} items deleted permanently`);
      return gone;
    },
  );

  api.delete(
    `${prefix}/items/:id`,
    {
      schema: {
        summary: 'Deletes an item of the trash permanently.',
        params: Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) }),
        response: { 204: noContent },
      },
      config: { access: administrators, errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { id } = request.params;
      const [item] = await selectItems(sql`i.id = ${id}::uuid`);
      const { items } = await purge(sql`i.id = ${id}::uuid`);
      if (!item || items === 0) throw new HttpError(404, 'NOT_FOUND', `Item ${id} not found in the trash`);
      const { repo, name, version = '' } = item;
      await record(request, 'trash-emptied', `${repo}: ${name} ${version}`.trim());
    },
  );
}

function settingsCalls(api: OwnApi): void {
  api.get(
    `${prefix}/usage`,
    {
      schema: { summary: 'Returns the size of the trash.', response: { 200: TrashUsage } },
      config: { access: administrators },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return trashUsage();
    },
  );

  api.get(
    `${prefix}/settings`,
    {
      schema: { summary: 'Returns the settings of the trash.', response: { 200: TrashSettings } },
      config: { access: administrators },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return trashSettings();
    },
  );

  api.put(
    `${prefix}/settings`,
    {
      schema: {
        summary: 'Sets the retention period of the trash and the excluded repositories.',
        body: TrashSettings,
        response: { 200: TrashSettings },
      },
      config: { access: administrators },
    },
    async (request) => {
      const before = await trashSettings();
      const after = request.body;
      await writeSetting('trash', after, callerOf(request).userName);
      await recordChange(request, 'settings-changed', 'Trash settings changed', { before, after });
      return after;
    },
  );
}
