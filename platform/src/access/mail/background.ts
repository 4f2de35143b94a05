import type { FastifyInstance } from 'fastify';
import { withStorage } from '../../database/db.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs work after the response, so that neither the response nor its duration reveals whether
     * there was any.
     */
    afterwards(what: string, work: () => Promise<void>): void;
  }
}

/**
 * Maximum number of pending tasks, for example when an email server does not respond. More are
 * dropped and logged.
 */
const maxPending = 100;

export function installAfterwards(app: FastifyInstance): void {
  const running = new Set<Promise<void>>();
  app.decorate('afterwards', (what: string, work: () => Promise<void>) => {
    if (running.size >= maxPending) {
      app.log.error(`${what} dropped: too many are pending`);
      return;
    }
    const done = withStorage(app.platform.storage, work)
      .catch((error: unknown) => app.log.error({ err: error }, `${what} failed`))
      .finally(() => running.delete(done));
    running.add(done);
  });
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
}
