import type { TreeArchive, TreePlace } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { callerOf, requireUser } from '../../access/gateway.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readNodes } from '../readSelection.ts';
import { apart, planDownload } from '../selection.ts';
import { sendArchive } from './sendArchive.ts';

const url = '/ui/api/v1/ui/v2/treebrowser/archive';

/** Several files and folders as one download: chosen by one call, whose address a browser then fetches. */
export async function archiveRoutes(app: FastifyInstance): Promise<void> {
  app.post(url, async (request, reply) => {
    const caller = callerOf(request);
    requireUser(caller);
    const nodes = apart(readNodes(request.body));
    const { nodes: lines } = await planDownload(caller, nodes);
    const refused = lines.find((line) => line.refused !== undefined);
    if (refused) throw new HttpError(404, 'NOT_FOUND', refused.refused ?? '');
    await db().execute(sql`DELETE FROM chosen_downloads WHERE created < now() - interval '10 minutes'`);
    const { rows } = await db().execute<{ id: string }>(sql`
      INSERT INTO chosen_downloads (user_name, nodes) VALUES (${caller.userName}, ${JSON.stringify(nodes)}::jsonb)
      RETURNING id::text`);
    return reply.code(201).send({ uri: `${url}/${rows[0]?.id}` } satisfies TreeArchive);
  });

  app.get<{ Params: { id: string } }>(`${url}/:id`, async (request, reply) => {
    const caller = callerOf(request);
    requireUser(caller);
    const { id } = request.params;
    const { rows } = /^[0-9a-f-]{36}$/.test(id)
      ? await db().execute<{ nodes: TreePlace[] }>(sql`
          SELECT nodes FROM chosen_downloads WHERE id::text = ${id} AND user_name = ${caller.userName}
            AND created > now() - interval '10 minutes'`)
      : { rows: [] };
    const [chosen] = rows;
    if (chosen) return sendArchive(request, reply, chosen.nodes);
    throw new HttpError(404, 'NOT_FOUND', 'Download not found or expired. Select the files again.');
  });
}
