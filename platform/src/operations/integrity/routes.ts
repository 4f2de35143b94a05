import { VerificationReport } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { audit } from '../../access/audit/audit.ts';
import { countDamaged, listDamaged } from '../../blobs/integrity/damagedFiles.ts';
import type { Damage } from '../../blobs/integrity/Integrity.ts';
import { withStorage } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { readRound } from '../../storage/integrityRounds.ts';
import type { Storage } from '../../storage/storage.ts';
import { Runner } from './Runner.ts';
import { dueNow, interval } from './schedule.ts';

/** Maximum number of corrupted blobs in a response. All are counted. */
const maxListed = 1000;
/** Origin in the audit log. */
const origin = { address: '', client: 'verification' };

/**
 * Adds the routes for verifying stored files, for administrators: GET reports the verification,
 * POST verifies all files now.
 */
export async function integrityRoutes(app: FastifyInstance): Promise<void> {
  const { storage } = app.platform;
  const url = '/artifactory/api/system/storage/verify';
  const runner = new Runner(storage, (err) => app.log.error({ err }, 'Failed to verify stored files'));

  const api = ownApi(app, { tag: 'System', access: administrators });
  api.get(
    url,
    {
      schema: { summary: 'Returns the verification of stored files.', response: { 200: VerificationReport } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return report();
    },
  );
  api.post(
    url,
    {
      schema: { summary: 'Verifies all stored files now.', response: { 202: VerificationReport } },
      config: { errors: { 409: ['IN_PROGRESS'] } },
    },
    async (_request, reply) => {
      if (runner.isFull || !(await runner.verifyAll())) throw inProgress();
      return reply.code(202).send(await report());
    },
  );

  app.jobs.define({
    name: 'verify-files',
    description: 'Verifies stored files by their checksums, some at a time',
    // Each node loads which files are corrupted. A separate lease limits the verification itself to
    // one node.
    cluster: 'each',
    every: interval / 1000,
    pending: async () => {
      await storage.integrity.refresh();
      return dueNow(await readRound(), app.settings.verifyDays) !== undefined;
    },
    run: async () => {
      const due = dueNow(await readRound(), app.settings.verifyDays);
      if (due) await runner.work(due);
    },
  });
  app.addHook('onReady', async () => {
    storage.integrity.onDamage((damage) => void recordDamage(app, storage, damage));
  });
  app.addHook('preClose', () => runner.stop());
}

function inProgress(): HttpError {
  return new HttpError(
    409,
    'IN_PROGRESS',
    'A verification is in progress. Send GET to this URL for its state.',
  );
}

async function report(): Promise<VerificationReport> {
  const { started, finished, ...round } = await readRound();
  const state = started === null ? 'never' : finished === null ? 'in-progress' : 'finished';
  return {
    state,
    ...(started ? { started: started.toISOString() } : {}),
    ...(finished ? { finished: finished.toISOString() } : {}),
    verified: round.verified,
    total: round.total,
    damagedCount: await countDamaged(),
    damaged: await listDamaged(maxListed),
  };
}

async function recordDamage(
  app: FastifyInstance,
  storage: Storage,
  { sha256, reason }: Damage,
): Promise<void> {
  const detail = `The stored blob with SHA-256 ${sha256} is ${reason}`;
  try {
    await withStorage(storage, () => audit(origin, { event: 'blob-damaged', outcome: 'failure', detail }));
  } catch (err) {
    app.log.error({ err }, 'Failed to record a damaged blob in the audit log');
  }
}
