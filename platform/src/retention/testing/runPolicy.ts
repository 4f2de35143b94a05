import type { CleanupRun } from '@lading/contract/rest';
import { expect, vi } from 'vitest';
import type { BundleWorld } from '../../bundles/testing/bundleWorld.ts';

/** Path of the calls of cleanup policies. */
export const cleanupCalls = '/ui/api/v1/ui/cleanup';

/** Runs a policy, and waits until the run has finished. */
export async function runPolicy({ call }: BundleWorld, key: string, dry: boolean): Promise<CleanupRun> {
  const started = await call('POST', `${cleanupCalls}/policies/${key}/runs`, { dry });
  expect([started.status, started.message]).toEqual([202, '']);
  return vi.waitFor(
    async () => {
      const now = (await call('GET', `${cleanupCalls}/runs/${started.json.id}`)).json as CleanupRun;
      expect([now.state, now.error]).toEqual(['finished', null]);
      return now;
    },
    { timeout: 20_000 },
  );
}
