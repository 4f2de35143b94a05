import type { Platform } from '../../platform/Platform.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { extendChain, isChainPending, trimChain } from './chain.ts';
import { type HashRecord, hashWith } from './chainRows.ts';
import { verifyChain } from './verifyChain.ts';

const day = 86_400;

/**
 * Defines the jobs that extend and verify the hash chain of the audit log, and delete old records.
 */
export function defineAuditJobs(platform: Platform): void {
  const hash = auditHash(platform);
  platform.jobs.define({
    name: 'chain-audit-records',
    description: 'Adds new audit records to the hash chain',
    cluster: 'one',
    every: 60,
    pending: isChainPending,
    run: (signal) => extendChain(hash, signal),
  });
  platform.jobs.define({
    name: 'verify-audit-chain',
    description: 'Verifies the hash chain of the audit log',
    cluster: 'one',
    every: day,
    sequential: true,
    run: async (signal) => {
      // Millions of records take many minutes, and no user waits for the result.
      const { problem } = await verifyChain(hash, { share: 0.25, signal });
      if (problem !== undefined) throw new Error(`The audit log was tampered with. ${problem}.`);
    },
  });
  platform.jobs.define({
    name: 'delete-audit-records',
    description: 'Deletes audit records that are older than the retention period',
    deletes: true,
    cluster: 'one',
    every: day,
    sequential: true,
    run: () => trimChain(authSettings().audit.retentionDays, hash),
  });
}

/**
 * Returns the hash function. Its key is derived from the encryption key, which is not in the
 * database.
 */
export function auditHash({ seal }: Pick<Platform, 'seal'>): HashRecord {
  return hashWith(seal.keyFor('audit-chain'));
}
