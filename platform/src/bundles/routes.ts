import type { FastifyInstance } from 'fastify';
import { checkUses } from '../files/filesInUse.ts';
import type { Storage } from '../storage/storage.ts';
import { consoleBundleRoutes, retentionRoutes } from './consoleRoutes.ts';
import { bundleUse } from './content/bundleUses.ts';
import { distributionRoutes } from './distributionRoutes.ts';
import { requireDistribution } from './gate.ts';
import { keyRoutes } from './keyRoutes.ts';
import { lifecycleRoutes } from './lifecycleRoutes.ts';
import { promotionRoutes } from './promotionRoutes.ts';

/** Release bundles: exact, signed sets of artifacts, and their promotion. What they contain is protected even while the service is off. */
export async function bundleRoutes(app: FastifyInstance, { storage }: { storage: Storage }): Promise<void> {
  checkUses(storage, bundleUse);
  if (app.settings.distribution) app.services.add('distribution');
  await app.register(retentionRoutes);
  await app.register(async (gated) => {
    requireDistribution(gated);
    await gated.register(lifecycleRoutes, { prefix: '/lifecycle/api/v2/release_bundle' });
    await gated.register(distributionRoutes);
    await gated.register(promotionRoutes);
    await gated.register(keyRoutes, { prefix: '/artifactory/api/security/keypair' });
    await gated.register(consoleBundleRoutes, { prefix: '/ui/api/v1/ui/releaseBundles' });
  });
}
