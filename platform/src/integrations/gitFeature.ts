import type { IntegrationGroup } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { isSupported } from '../instance/features.ts';
import { currentLicense } from '../instance/license.ts';

const feature = 'COMMON.XRAY_GIT_REPO_SCANNING';

/** Returns why Git integrations are unavailable; undefined if they are available. */
export async function gitUnavailable(
  app: FastifyInstance,
): Promise<Exclude<IntegrationGroup['unavailable'], 'role'>> {
  const { type } = await currentLicense(app.settings);
  if (!isSupported(feature, app.settings.features, type)) return 'feature';
  return app.services.has('xray') ? undefined : 'service';
}

/** Throws `HttpError` 409. */
export async function requireGitIntegrations(app: FastifyInstance): Promise<void> {
  const reason = await gitUnavailable(app);
  if (reason === undefined) return;
  const remedy =
    reason === 'feature'
      ? `Set LADING_FEATURES=${feature}`
      : 'Set LADING_SCANNING=true, which is the default,';
  throw new HttpError(
    409,
    'GIT_INTEGRATIONS_OFF',
    `Git integrations are not available. ${remedy} and restart the server`,
  );
}
