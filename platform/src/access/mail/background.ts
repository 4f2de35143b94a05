import type { FastifyInstance } from 'fastify';
import { withStorage } from '../../database/db.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Does something after the answer: whoever asked learns neither from it nor from its time whether there was anything to do. */
    afterwards(what: string, work: () => Promise<void>): void;
  }
}

/** More than this many wait for a mail server that does not answer: the rest is dropped, and said in the log. */
const mostAtOnce = 100;

export function installAfterwards(app: FastifyInstance): void {
  const running = new Set<Promise<void>>();
  app.decorate('afterwards', (what: string, work: () => Promise<void>) => {
    if (running.size >= mostAtOnce) {
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
