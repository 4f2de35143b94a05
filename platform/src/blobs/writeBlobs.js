// @ts-check
// A thread of its own that writes small bytes, many at a time, with calls that wait: each of them costs a tenth of one that is
// handed to libuv's threads and back. It is JavaScript because tests run the sources, and a thread takes no TypeScript.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Checkpoint, readSegment, Segment, segmentsIn } from './journal.js';

/**
 * @typedef {object} Job
 * @property {Uint8Array} bytes
 * @property {string} sha256
 * @property {string} temporary where nobody sees them while they are written
 * @property {string} path where they belong
 */

/**
 * @typedef {{ replaced: boolean, later?: true } | { error: ThreadError }} Outcome `replaced`: something stood there before; `later`:
 * durable by the journal, and its file is still to be made
 */

/** @typedef {{ message: string, code?: string, stack?: string }} ThreadError */

/** Longer bytes are not written twice. */
const journaled = 128 * 1024;
/** A segment of the journal ends at this many bytes, or at this age in milliseconds. */
const segmentSize = 32 * 1024 * 1024;
const segmentAge = 30_000;
/** So many files are brought to the disk at once, and so many milliseconds later the next: whoever writes goes first. */
const slice = 32;
const pause = 20;
/** Files are made once nobody has written anything for so many milliseconds, or at this many bytes that have none. */
const quiet = 100;
const mostUnfiled = 8 * 1024 * 1024;

/** @type {{ journal?: string, blobs: string, id?: string }} */
const { journal, blobs, id } = workerData;
/** The segment that is written; none without a journal. @type {Segment | undefined} */
let current;
/** Those whose files are not all on the disk, the first of them being brought there. @type {Checkpoint[]} */
let full = [];
/** One to be written next. @type {Segment | undefined} */
let spare;
/** What is in the journal and has no file yet, by path. @type {Map<string, Job>} */
const unfiled = new Map();
let unfiledBytes = 0;
/** When somebody wrote last. */
let busyAt = 0;
/** @type {NodeJS.Timeout | undefined} */
let filing;
/** Background attempts that failed since the last one that did not. */
let failures = 0;

if (journal !== undefined) {
  for (const path of segmentsIn(journal)) {
    const records = readSegment(path).map(({ sha256, bytes }) => ({
      ...{ sha256, bytes, path: join(blobs, sha256.slice(0, 2), sha256) },
      temporary: join(blobs, 'incoming', randomUUID()),
    }));
    // A thread before this one may have come to an end.
    for (const job of records) if (!exists(job.path)) owe(job);
    full.push(
      checkpointOf(
        new Segment(
          path,
          records.map((job) => job.path),
        ),
      ),
    );
  }
  current = new Segment(join(journal, randomUUID()));
  syncFolder(journal);
  if (full.length > 0) setTimeout(advance, pause);
  setInterval(() => {
    if (current?.paths.length && performance.now() - current.since > segmentAge) tried(turn);
  }, segmentAge / 3);
}

/** Throws when the folder is missing or belongs to another database, as when a share is not mounted. */
function checkFolder() {
  if (id === undefined) return;
  const found = readFileSync(join(blobs, 'store-id'), 'utf8').trim();
  if (found === id) return;
  throw Object.assign(new Error(`The blob directory ${blobs} belongs to another database`), {
    code: 'ENOENT',
  });
}

/** An error as a message between threads can carry it. @param {unknown} error @returns {ThreadError} */
function described(error) {
  const { message, code, stack } = /** @type {NodeJS.ErrnoException} */ (error);
  return { message, code, stack };
}

/** Every job's outcome; what is written is durable once they are told. @param {Job[]} jobs @returns {Outcome[]} */
function writeAll(jobs) {
  /** @type {Map<Job, Outcome>} */
  const outcomes = new Map();
  guard(outcomes, jobs, checkFolder);
  if (outcomes.size > 0) return jobs.map((job) => /** @type {Outcome} */ (outcomes.get(job)));
  const inJournal = jobs.filter(isJournaled);
  for (const job of inJournal)
    outcomes.set(job, { replaced: exists(job.path) || unfiled.has(job.path), later: true });
  guard(outcomes, inJournal, () => writeJournal(inJournal));
  const direct = jobs.filter((job) => !inJournal.includes(job));
  for (const job of direct) outcomes.set(job, write(job));
  const plain = direct.filter((job) => !('error' in (outcomes.get(job) ?? {})));
  for (const path of new Set(plain.map(({ path }) => dirname(path)))) {
    const inside = plain.filter((job) => dirname(job.path) === path);
    guard(outcomes, inside, () => syncFolder(path));
  }
  return jobs.map((job) => outcomes.get(job) ?? { error: { message: 'It was not written' } });
}

/** @param {Map<Job, Outcome>} outcomes @param {Job[]} jobs that fail with it @param {() => void} work */
function guard(outcomes, jobs, work) {
  if (jobs.length === 0) return;
  try {
    work();
  } catch (error) {
    for (const job of jobs) outcomes.set(job, { error: described(error) });
  }
}

/** @param {Job} job */
function isJournaled({ bytes }) {
  return current !== undefined && bytes.length <= journaled;
}

/** @param {Job} job @param {boolean} [durable] whether to wait for the disk @returns {Outcome} */
function write({ bytes, temporary, path }, durable = true) {
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      if (durable) fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    const replaced = exists(path);
    rename(temporary, path);
    return { replaced };
  } catch (error) {
    rmSync(temporary, { force: true });
    return { error: described(error) };
  }
}

/** @param {string} path */
function exists(path) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Its bytes are in the journal: the file is made once there is time for it. @param {Job} job */
function owe(job) {
  if (unfiled.has(job.path)) return;
  unfiled.set(job.path, job);
  unfiledBytes += job.bytes.length;
  filing ??= setTimeout(fileWhenQuiet, quiet);
}

function fileWhenQuiet() {
  filing = undefined;
  const isQuiet = performance.now() - busyAt >= quiet;
  const failed = isQuiet && !tried(() => fileSome(slice));
  if (unfiled.size > 0) filing = setTimeout(fileWhenQuiet, failed ? retryPause() : isQuiet ? 1 : quiet);
}

/** Milliseconds until the next attempt: twice as many after each failure. */
function retryPause() {
  return Math.min(1000 * 2 ** Math.min(failures, 5), 30_000);
}

/** Makes the files that have waited longest; throws when it cannot. @param {number} count */
function fileSome(count) {
  /** @type {string[]} */
  const filed = [];
  checkFolder();
  try {
    for (const job of unfiled.values()) {
      if (filed.length >= count) break;
      file(job);
      filed.push(job.sha256);
    }
  } finally {
    if (filed.length > 0) parentPort?.postMessage({ filed });
  }
}

/** @param {Job} job */
function file(job) {
  const outcome = write(job, false);
  if ('error' in outcome) throw Object.assign(new Error(outcome.error.message), outcome.error);
  unfiled.delete(job.path);
  unfiledBytes -= job.bytes.length;
}

/** Of a segment that is full: what it holds has files before they are brought to the disk. @param {Segment} segment */
function checkpointOf(segment) {
  return new Checkpoint(segment, (path) => {
    const job = unfiled.get(path);
    if (!job) return;
    file(job);
    parentPort?.postMessage({ filed: [job.sha256] });
  });
}

/** @param {string} from @param {string} to */
function rename(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    // All folders are made at the start; somebody removed this one.
    const parent = dirname(to);
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    syncFolder(dirname(parent));
    renameSync(from, to);
  }
}

/** @param {string} path */
function syncFolder(path) {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** @param {Job[]} jobs */
function writeJournal(jobs) {
  try {
    if ((current?.size ?? 0) > segmentSize) turn();
    const paths = jobs.map(({ path }) => path);
    current?.append(jobs, paths);
    for (const job of jobs) owe(job);
  } catch (error) {
    if (!isPassing(error)) stop();
    throw error;
  }
}

/** Begins another segment; the files of this one are brought to the disk, a few at a time. */
function turn() {
  if (!journal || !current) return;
  // Whoever writes faster than that has to wait.
  while (full.length > 1) finish();
  const next = spare ?? new Segment(join(journal, randomUUID()));
  if (!spare) syncFolder(journal);
  full.push(checkpointOf(current));
  current = next;
  spare = undefined;
  if (full.length === 1) setTimeout(advance, pause);
}

function advance() {
  const done = tried(() => {
    checkFolder();
    for (let count = 0; full[0] && count < slice; count++) if (!full[0].step()) forget();
  });
  if (full[0]) setTimeout(advance, done ? pause : retryPause());
}

/** The rest of the first one at once. */
function finish() {
  checkFolder();
  while (full[0]?.step());
  forget();
}

function forget() {
  const segment = full.shift()?.segment;
  if (!segment) return;
  if (spare) return segment.remove();
  segment.reset();
  spare = segment;
}

/** What a disk says after a failed sync is not to be trusted: every file is waited for, and the journal stays for the next start. */
function stop() {
  current = undefined;
  full = [];
}

/** Whether a failure passes, and took nothing of what was durable before: a full disk, a share that is not mounted. @param {unknown} error */
function isPassing(error) {
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
  return ['ENOSPC', 'EDQUOT', 'ENOENT'].includes(code);
}

/** Says whether it was done; a failure is reported. @param {() => void} work @returns {boolean} */
function tried(work) {
  try {
    work();
    failures = 0;
    return true;
  } catch (error) {
    failures += 1;
    if (!isPassing(error)) stop();
    parentPort?.postMessage({ fault: described(error) });
    return false;
  }
}

parentPort?.on('message', (/** @type {Job[] | 'close'} */ message) => {
  if (message !== 'close') {
    parentPort?.postMessage({ outcomes: writeAll(message) });
    busyAt = performance.now();
    // Whoever writes without a pause does not wait for all of it at some time.
    if (unfiledBytes > mostUnfiled) tried(() => fileSome(2 * message.length));
    return;
  }
  tried(() => {
    fileSome(unfiled.size);
    clearTimeout(filing);
    turn();
    while (full.length > 0) finish();
    current?.remove();
    spare?.remove();
    current = spare = undefined;
  });
  parentPort?.postMessage({ closed: true });
});
