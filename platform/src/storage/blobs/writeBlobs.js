// @ts-check
// A thread of its own that writes small bytes, many at a time, with calls that wait: each of them costs a tenth of one that is
// handed to libuv's threads and back. It is JavaScript because tests run the sources, and a thread takes no TypeScript.
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';

/**
 * @typedef {object} Job
 * @property {Uint8Array} bytes
 * @property {string} temporary where nobody sees them while they are written
 * @property {string} path where they belong
 */

/**
 * @typedef {{ replaced: boolean } | { error: unknown }} Outcome `replaced`: something stood there before
 */

/** @param {Job} job @returns {Outcome} */
function write({ bytes, temporary, path }) {
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    const replaced = statSync(path, { throwIfNoEntry: false }) !== undefined;
    rename(temporary, path);
    return { replaced };
  } catch (error) {
    rmSync(temporary, { force: true });
    return { error };
  }
}

/** @param {string} from @param {string} to */
function rename(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    // All folders are made at the start; somebody removed this one.
    const folder = dirname(to);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    syncFolder(dirname(folder));
    renameSync(from, to);
  }
}

/** @param {string} folder */
function syncFolder(folder) {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Every job's outcome; what is written is durable once they are told. @param {Job[]} jobs @returns {Outcome[]} */
function writeAll(jobs) {
  const outcomes = jobs.map(write);
  /** @type {Map<string, unknown>} */
  const faults = new Map();
  for (const folder of new Set(jobs.map(({ path }) => dirname(path)))) {
    try {
      syncFolder(folder);
    } catch (error) {
      faults.set(folder, error);
    }
  }
  return outcomes.map((outcome, at) => {
    const error = faults.get(dirname(jobs[at]?.path ?? ''));
    return error === undefined ? outcome : { error };
  });
}

parentPort?.on('message', (/** @type {Job[]} */ jobs) => parentPort?.postMessage(writeAll(jobs)));
