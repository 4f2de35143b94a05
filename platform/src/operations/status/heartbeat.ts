import type { FastifyInstance } from 'fastify';
import { withStorage } from '../../database/db.ts';
import { version } from '../../settings/version.ts';
import { currentState } from '../health/health.ts';
import { beat, beatSeconds, markStopped } from './nodes.ts';

/** Writes heartbeats while the server runs, and marks the node as stopped in the end. */
export function installHeartbeat(app: FastifyInstance): void {
  const { storage, node: id } = app.platform;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();
  const log = (event: string, err: unknown) => app.log.warn({ err }, event);
  const send = () => {
    const services = [...app.services].sort();
    beating = withStorage(storage, async () =>
      beat({ id, version, services, ...(await currentState(log)) }, process.uptime()),
    ).catch(
      // The next heartbeat follows soon; the node is offline for others until then.
      (err: unknown) => app.log.warn({ err }, 'Failed to write a heartbeat'),
    );
  };
  app.addHook('onReady', async () => {
    send();
    timer = setInterval(send, beatSeconds * 1000).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await beating;
    if (timer) await withStorage(storage, () => markStopped(id)).catch(() => undefined);
  });
}
