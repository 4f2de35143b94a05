// Thread that sends events of webhooks. It has no access to the database.
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { OutgoingClient } from '../../outgoing/OutgoingClient.ts';
import { trustedAuthorities } from '../../outgoing/trustedAuthorities.ts';
import type { Done, Task } from './messages.ts';
import { runTask } from './runTask.ts';

/** Milliseconds that results are collected for: a message costs more than what it contains. */
const collectedFor = 5;

// Calls of users come first. With idle processors, this has no effect. Only Linux applies the
// priority to a single thread. A process with a lower priority must not raise it.
if (process.platform === 'linux' && getPriority() < 10) setPriority(10);

// The server's own client logs files that it cannot read.
const log = { warn: () => undefined };
const client = new OutgoingClient({ ...workerData, ca: () => trustedAuthorities(log) });
/** The server ends the thread instead of requests. */
const { signal } = new AbortController();
let results: Done[] = [];

parentPort?.on('message', (tasks: readonly Task[]) => {
  for (const task of tasks) void runTask(client, task, signal).then(collect);
});

function collect(done: Done): void {
  if (results.length === 0) setTimeout(flush, collectedFor);
  results.push(done);
}

function flush(): void {
  parentPort?.postMessage(results);
  results = [];
}
