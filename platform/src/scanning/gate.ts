import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { currentLicense, rankOf } from '../instance/license.ts';
import { scanningRank } from './scanState.ts';

/** Rejects requests while scanning is off or not licensed. The console shows its own message. */
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
    if (rankOf((await currentLicense(app.settings)).type) >= scanningRank) return;
    throw new HttpError(403, 'NO_LICENSE', 'Requires an Xray license');
  });
}
