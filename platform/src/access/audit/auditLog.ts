import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { withStorage } from '../../database/db.ts';
import { perStorage } from '../../database/perStorage.ts';
import { logTo } from '../../http/logSink.ts';
import type { Storage } from '../../storage/storage.ts';

const current = perStorage((): { log?: FastifyBaseLogger } => ({}));

/** Writes what is recorded in the audit log to the log `access-audit` too. */
export function installAuditLog(app: FastifyInstance, storage: Storage): void {
  app.addHook('onReady', async () => {
    withStorage(storage, current).log = logTo(app.log, 'access-audit');
  });
}

export function logAudit(entry: object): void {
  current().log?.info(entry, 'audit');
}
