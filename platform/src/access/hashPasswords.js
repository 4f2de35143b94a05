// @ts-check
// A thread of its own that hashes passwords, one after the other. It is JavaScript because tests run the sources, and a thread takes
// no TypeScript.
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * @typedef {object} Task
 * @property {string} password
 * @property {import('@node-rs/argon2').Options} options of a hash that is to be made
 * @property {string} [compared] otherwise: the hash that it is held against
 */

// A hash takes a processor for longer than everything else that a sign-in asks for. Whoever has little to do goes first, or all of it
// would wait its turn behind hashes; where processors are idle this costs nothing. Only Linux knows the thread alone by this.
// A process that already has a lower priority may not raise it.
if (process.platform === 'linux' && getPriority() < 10) setPriority(10);

parentPort?.on('message', (/** @type {Task} */ { password, options, compared }) => {
  try {
    const done = compared === undefined ? hashSync(password, options) : verifySync(compared, password);
    parentPort?.postMessage({ done });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
