import { TreeChange, TreeRemoval, TreeTransfer } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { bad, fields, flag, readPlace, text } from '../files/tree/readPlace.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { requireVisibleRepository } from '../repositories/concealment.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { deletionId } from '../trash/deletionId.ts';
import { isInTrash } from '../trash/trashTable.ts';
import { dryRemoval, removeSubtree } from './removal.ts';
import { dryTransfer, transferSubtree } from './transfer.ts';

/** Maximum milliseconds of a console request for a large folder. */
const patience = 3000;

const prefix = '/ui/api/v1/ui/v2/treebrowser';
const notFound = ['NOT_FOUND'];

/**
 * Deletes, copies, and moves a file or a folder, for the console. Large folders take several
 * requests.
 */
export async function changeRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tree', access: byPermission });

  api.post(
    `${prefix}/remove`,
    {
      schema: { summary: 'Deletes a file or a folder.', response: { 200: TreeChange } },
      config: { body: TreeRemoval, errors: { 404: notFound, 409: ['CHANGED'] } },
    },
    async (request) => {
      const { repoKey, path } = readPlace(request.body, true);
      const { dry, expect, continueState } = fields(request.body);
      const caller = callerOf(request);
      const repository = await requireRepository(repoKey);
      if (flag('dry', dry)) return dryRemoval(caller, repository, path);
      if (expect !== undefined && typeof expect !== 'number')
        throw bad('Invalid expect. Expected a number of files.');
      const { left, ...done } = await removeSubtree(caller, repository, path, {
        ...(expect === undefined ? {} : { expect }),
        again: text('continueState', continueState) !== undefined,
        until: performance.now() + patience,
      });
      const deletion = deletionId();
      const trashed = (await isInTrash(deletion)) ? { deletion } : {};
      return { ...done, ...trashed, ...(left ? { continueState: path } : {}) };
    },
  );

  for (const what of ['copy', 'move'] as const) {
    const summary = what === 'copy' ? 'Copies a file or a folder.' : 'Moves a file or a folder.';
    api.post(
      `${prefix}/${what}`,
      {
        schema: { summary, response: { 200: TreeChange } },
        config: { body: TreeTransfer, errors: { 404: notFound } },
      },
      async (request) => {
        const { repoKey, path } = readPlace(request.body, true);
        const { targetRepoKey, targetPath, dry, continueState } = fields(request.body);
        const to = readPlace({ repoKey: targetRepoKey, path: targetPath }, true);
        const caller = callerOf(request);
        await requireVisibleRepository(caller, repoKey);
        await requireVisibleRepository(caller, to.repoKey);
        const way = {
          caller,
          source: await requireRepository(repoKey),
          path,
          target: await requireRepository(to.repoKey),
          targetPath: to.path,
          move: what === 'move',
        };
        if (flag('dry', dry)) return dryTransfer(way);
        const after = text('continueState', continueState);
        return transferSubtree(way, {
          ...(after === undefined ? {} : { after }),
          until: performance.now() + patience,
        });
      },
    );
  }
}
