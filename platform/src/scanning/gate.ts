import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { currentLicence, rankOf } from '../instance/licence.ts';
import { scanningRank } from './scanState.ts';

/** Routes below answer while scanning is on and the licence has it; the console says the same in its own words. */
export function requireScanning(app: FastifyInstance): void {
  app.addHook('onRequest', async () => {
    if (!app.settings.scanning) {
      throw new HttpError(
        404,
        'SERVICE_NOT_HERE',
        'Xray is unavailable because scanning is off (LADING_SCANNING=false)',
      );
    }
  });
  app.addHook('preHandler', async () => {
    if (rankOf((await currentLicence(app.settings)).type) >= scanningRank) return;
    throw new HttpError(403, 'NO_LICENSE', 'Requires an Xray license');
  });
}
