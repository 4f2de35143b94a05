import { RemovalOutcome, RemovalPlan, RemovalRequest, RemovalSelection } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { signedInUsers } from '../access/accessRules.ts';
import { callerOf, requireUser } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { viewOf } from '../packages/sql/readable.ts';
import { deletionId } from '../trash/deletionId.ts';
import { isInTrash } from '../trash/trashTable.ts';
import { planRemoval } from './plan.ts';
import { removeSelected } from './removable.ts';
import { selectedVersions } from './selection.ts';

/** Deletion of versions: a preview, then the deletion of exactly that. */
export async function removalRoutes(app: FastifyInstance): Promise<void> {
  const prefix = '/ui/api/v1/ui/v1/native/removal';
  const api = ownApi(app, { tag: 'Packages', access: signedInUsers });
  const tooMany = { 400: ['TOO_MANY'] };
  // Reject anonymous users before reading the body.
  app.addHook('onRequest', async (request) => requireUser(callerOf(request)));

  api.post(
    `${prefix}/plan`,
    {
      schema: {
        summary: 'Returns the effect of deleting versions.',
        body: RemovalSelection,
        response: { 200: RemovalPlan },
      },
      config: { errors: tooMany },
    },
    async (request) => {
      const caller = callerOf(request);
      const view = await viewOf(caller);
      return planRemoval(caller, view, await selectedVersions(request.body, view));
    },
  );

  api.post(
    prefix,
    {
      schema: {
        summary: 'Deletes versions exactly as planned.',
        body: RemovalRequest,
        response: { 200: RemovalOutcome },
      },
      config: { errors: { ...tooMany, 409: ['PLAN_CHANGED'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      const view = await viewOf(caller);
      const selected = await selectedVersions(request.body, view);
      const plan = await planRemoval(caller, view, selected);
      if (plan.digest !== request.body.digest) {
        throw new HttpError(
          409,
          'PLAN_CHANGED',
          'The content changed since the preview. Check the new preview first.',
        );
      }
      const outcome: RemovalOutcome = { removed: { versions: 0, files: 0, bytes: 0 }, failed: [] };
      for (const [at, line] of plan.lines.entries()) {
        const version = selected[at];
        if (line.refused !== undefined || !version) continue;
        try {
          await removeSelected(version);
          outcome.removed.versions += 1;
          outcome.removed.files += line.files.length;
          outcome.removed.bytes += line.bytes;
        } catch (error) {
          const { packageId, repo } = line;
          request.log.warn(
            { err: error, packageId, version: line.version, repo },
            'failed to remove a version',
          );
          const message =
            error instanceof HttpError ? error.message : 'Failed to remove the version. See the server log.';
          outcome.failed.push({ packageId, version: line.version, repo, message });
        }
      }
      const deletion = deletionId();
      return (await isInTrash(deletion)) ? { ...outcome, deletion } : outcome;
    },
  );
}
