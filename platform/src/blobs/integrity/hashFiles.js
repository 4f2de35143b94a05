// @ts-check
// Thread that hashes whole files, so that requests do not wait for it. JavaScript, because tests run the
// sources, and threads cannot run TypeScript.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const buffer = Buffer.alloc(1024 * 1024);

/** @param {string} path @returns {string} SHA-256 in hexadecimal */
function hash(path) {
  const file = openSync(path, 'r');
  try {
    const sha256 = createHash('sha256');
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer))
      sha256.update(buffer.subarray(0, size));
    return sha256.digest('hex');
  } finally {
    closeSync(file);
  }
}

parentPort?.on('message', (/** @type {string} */ path) => {
  try {
    parentPort?.postMessage({ sha256: hash(path) });
  } catch (error) {
    const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
    parentPort?.postMessage({ message, code });
  }
});
