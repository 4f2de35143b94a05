import type { FastifyInstance } from 'fastify';
import { checkPropertyUses, checkUses } from '../files/filesInUse.ts';
import { auditBundles } from './auditBundles.ts';
import { conditionRoutes } from './conditions/routes.ts';
import { consoleBundleRoutes, retentionRoutes } from './consoleRoutes.ts';
import { bundleUse } from './content/bundleUses.ts';
import { bundleContentRoutes } from './contentRoutes.ts';
import { distributionRoutes } from './distributionRoutes.ts';
import { consoleDistributionRoutes } from './edges/distributionRoutes.ts';
import { edgeRoutes } from './edges/edgeRoutes.ts';
import { installDistribution } from './edges/install.ts';
import { lifecycleDistribution } from './edges/lifecycleDistribution.ts';
import { pdnRoutes } from './edges/pdnRoutes.ts';
import { receivedUse } from './edges/receive/receivedUse.ts';
import { receiverRoutes } from './edges/receiverRoutes.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { requireDistribution } from './gate.ts';
import { keyRoutes } from './keyRoutes.ts';
import { lifecycleRoutes } from './lifecycleRoutes.ts';
import { previewRoutes } from './previewRoutes.ts';
import { promotionRoutes } from './promotionRoutes.ts';

/**
 * Release bundles: exact, signed sets of artifacts, and their promotion. Their content is protected
 * even while the service is off.
 */
export async function bundleRoutes(app: FastifyInstance): Promise<void> {
  checkUses(app.platform, bundleUse);
  checkUses(app.platform, receivedUse);
  checkPropertyUses(app.platform, receivedUse);
  const stopAudit = auditBundles(app.platform);
  app.addHook('onClose', async () => stopAudit());
  if (app.settings.distribution) app.services.add('distribution').add('tracker');
  if (app.settings.distribution) installDistribution(app);
  await app.register(retentionRoutes);
  await app.register(async (gated) => {
    requireDistribution(gated);
    await gated.register(lifecycleRoutes, { prefix: '/lifecycle/api/v2/release_bundle' });
    await gated.register(distributionRoutes);
    await gated.register(promotionRoutes);
    await gated.register(conditionRoutes);
    await gated.register(evidenceRoutes);
    await gated.register(keyRoutes, { prefix: '/artifactory/api/security/keypair' });
    await gated.register(lifecycleDistribution, { prefix: '/lifecycle/api/v2/distribution' });
    await gated.register(edgeRoutes, { prefix: '/distribution/api/v2/edges' });
    await gated.register(pdnRoutes, { prefix: '/tracker/api/v1/pdn' });
    await gated.register(receiverRoutes, { prefix: '/distribution/api/v2/receiver' });
    await gated.register(consoleDistributionRoutes, { prefix: '/ui/api/v1/ui/releaseBundles' });
    await gated.register(consoleBundleRoutes, { prefix: '/ui/api/v1/ui/releaseBundles' });
    await gated.register(bundleContentRoutes, { prefix: '/ui/api/v1/ui/releaseBundles' });
    await gated.register(previewRoutes, { prefix: '/ui/api/v1/ui/releaseBundles' });
  });
}
