import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { Outcome } from '../../outgoing/Outcomes.ts';
import { OutgoingClient } from '../../outgoing/OutgoingClient.ts';
import type { Attempt } from '../send.ts';
import type { Task } from './messages.ts';
import { SendingThread } from './SendingThread.ts';

/** Answers each task with an attempt, and with what `outcome` is then. */
class FakeWorker extends EventEmitter {
  outcome: Outcome | undefined;
  unref() {}
  async terminate() {}
  postMessage(tasks: readonly Task[]) {
    const attempt = { response: '', error: 'without an answer' } as Attempt;
    const { outcome } = this;
    this.emit(
      'message',
      tasks.map(({ id }) => ({ id, attempt, outcome })),
    );
  }
}

it('notes only outcomes that say something about the host', async () => {
  const client = new OutgoingClient();
  const worker = new FakeWorker();
  const start = () => worker as unknown as Worker;
  const thread = new SendingThread({ client, allowedNetworks: [], start });
  const url = 'https://tide.test/hook';
  const receiver = { key: 'tide', handler: { handler_type: 'webhook' as const, url }, origin: '' };
  const event = { id: 'event', type: 'artifact.deployed', data: {}, source: 'lading/admin' };
  const { signal } = new AbortController();
  const send = () => thread.send(receiver, { named: {}, headers: [] }, event, signal);
  expect(await send()).toMatchObject({ error: 'without an answer' });
  expect(client.outcomes.of('https://tide.test')).toBeUndefined();
  worker.outcome = { failure: { message: 'blocked', time: 5 } };
  await send();
  worker.outcome = { success: 7 };
  await send();
  expect(client.outcomes.of('https://tide.test')).toEqual({
    failure: { message: 'blocked', time: 5 },
    success: 7,
  });
});
