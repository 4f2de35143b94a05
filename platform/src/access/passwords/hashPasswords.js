// @ts-check
// Thread that hashes passwords sequentially. JavaScript, because tests run the sources, and threads
// cannot run TypeScript.
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * @typedef {object} Task
 * @property {string} password
 * @property {import('@node-rs/argon2').Options} options for creating a hash
 * @property {string} [compared] hash to verify the password against
 */

// Lowers the priority of this thread. A hash takes more processor time than the rest of a sign-in, so
// short tasks would otherwise wait behind hashes. With idle processors, this has no effect. Only Linux
// applies the priority to a single thread. A process with a lower priority must not raise it.
if (process.platform === 'linux' && getPriority() < 10) setPriority(10);

parentPort?.on('message', (/** @type {Task} */ { password, options, compared }) => {
  try {
    const done = compared === undefined ? hashSync(password, options) : verifySync(compared, password);
    parentPort?.postMessage({ done });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
