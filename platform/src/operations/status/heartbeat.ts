import type { FastifyInstance } from 'fastify';
import { withStorage } from '../../database/db.ts';
import { version } from '../../settings/version.ts';
import { currentState } from '../health/health.ts';
import { nodeUrl } from '../nodes/nodeUrl.ts';
import { observeDependencies, observeNode } from './history/observe.ts';
import { StatusRecorder } from './history/StatusRecorder.ts';
import { beat, beatSeconds, type Written } from './nodes.ts';

/** Dependencies are checked with every fourth heartbeat, once a minute. */
const beatsPerCheck = 4;

/**
 * Writes heartbeats while the server runs, and marks the node as stopped at the end. Records
 * changes of the state of the node and its dependencies.
 */
export function installHeartbeat(app: FastifyInstance): void {
  const { storage, node: id, dependencies } = app.platform;
  const recorder = new StatusRecorder(id);
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();
  let beats = 0;
  let former = '';
  const log = (event: string, err: unknown) => app.log.warn({ err }, event);
  const sendBeat = async () => {
    const services = [...app.services].sort();
    const state = await currentState(log);
    let written: Written;
    try {
      written = await beat({ id, version, services, url: nodeUrl(app), ...state }, process.uptime());
    } catch (err) {
      recorder.noteFailure();
      // Until the next heartbeat, the node may appear offline to others.
      return log('Failed to write a heartbeat', err);
    }
    const isCheck = beats++ % beatsPerCheck === 0 || state.state !== former;
    former = state.state;
    const found = isCheck ? observeDependencies(await dependencies.check(), recorder.dependencies) : [];
    await recorder.record(written, [observeNode(state), ...found]);
  };
  const send = () => {
    beating = withStorage(storage, sendBeat).catch((err: unknown) =>
      log('Failed to record the state of this node', err),
    );
  };
  app.addHook('onReady', async () => {
    send();
    timer = setInterval(send, beatSeconds * 1000).unref();
  });
  app.addHook('onListen', async () => {
    // With port 0, the first heartbeat has no URL.
    if (app.settings.port === 0) send();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await beating;
    if (timer) await withStorage(storage, () => recorder.stop()).catch(() => undefined);
  });
}
