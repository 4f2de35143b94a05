import type { TreePlace } from '@lading/contract/rest';
import { TreeArchive, TreeArchiveRequest } from '@lading/contract/schemas';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { signedInUsers } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { file, ownApi } from '../../http/api/ownApi.ts';
import { readNodes } from '../readSelection.ts';
import { apart, planDownload } from '../selection.ts';
import { sendArchive } from './sendArchive.ts';

const url = '/ui/api/v1/ui/v2/treebrowser/archive';

/**
 * Archive downloads: one request selects files and folders, the browser then downloads the returned
 * URL.
 */
export async function archiveRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tree', access: signedInUsers });

  api.post(
    url,
    {
      schema: {
        summary: 'Returns a path where several files and folders can be downloaded as one archive.',
        response: { 201: TreeArchive },
      },
      config: { body: TreeArchiveRequest, errors: { 400: ['TOO_MANY'], 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      const nodes = apart(readNodes(request.body));
      const { nodes: lines } = await planDownload(caller, nodes);
      const refused = lines.find((line) => line.refused !== undefined);
      if (refused) throw new HttpError(404, 'NOT_FOUND', refused.refused ?? '');
      await db().execute(sql`DELETE FROM chosen_downloads WHERE created < now() - interval '10 minutes'`);
      const { rows } = await db().execute<{ id: string }>(sql`
      INSERT INTO chosen_downloads (user_name, nodes) VALUES (${caller.userName}, ${JSON.stringify(nodes)}::jsonb)
      RETURNING id::text`);
      return { uri: `${url}/${rows[0]?.id}` };
    },
  );

  api.get(
    `${url}/:id`,
    {
      schema: {
        summary: 'Downloads the selected files and folders.',
        response: { 200: file('application/zip', 'A ZIP archive.') },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params as { id: string };
      const { rows } = /^[0-9a-f-]{36}$/.test(id)
        ? await db().execute<{ nodes: TreePlace[] }>(sql`
          SELECT nodes FROM chosen_downloads WHERE id::text = ${id} AND user_name = ${caller.userName}
            AND created > now() - interval '10 minutes'`)
        : { rows: [] };
      const [chosen] = rows;
      if (chosen) return sendArchive(request, reply, chosen.nodes);
      throw new HttpError(404, 'NOT_FOUND', 'Download not found or expired. Select the files again.');
    },
  );
}
