// @ts-check
// Thread that writes batches of small blobs with synchronous calls, each of which costs a tenth of an
// asynchronous call, which goes through libuv's threads. JavaScript, because tests run the sources, and
// threads cannot run TypeScript.
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
 * @property {string} temporary invisible path during the write
 * @property {string} path final path
 */

/**
 * @typedef {{ replaced: boolean, later?: true } | { error: ThreadError }} Outcome `replaced`: the file existed before; `later`:
 * durable in the journal, but its file is not written yet
 */

/** @typedef {{ message: string, code?: string, stack?: string }} ThreadError */

/** Maximum size of journaled blobs in bytes. Larger ones are written only to their file. */
const maxJournaledBytes = 128 * 1024;
/** Maximum size of a journal segment in bytes, and its maximum age in milliseconds. */
const maxSegmentBytes = 32 * 1024 * 1024;
const maxSegmentAgeMs = 30_000;
/** Number of files to sync together, and the pause after that in milliseconds. Writes take precedence. */
const filesPerStep = 32;
const stepPauseMs = 20;
/** Files are written after this many milliseconds without writes, or when their size in bytes exceeds the maximum. */
const quietMs = 100;
const maxUnfiledBytes = 8 * 1024 * 1024;

/** @type {{ journal?: string, blobs: string, id?: string }} */
const { journal, blobs, id } = workerData;
/** Current segment. Undefined without a journal. @type {Segment | undefined} */
let current;
/** Full segments with files that are not synced yet. The first one is being processed. @type {Checkpoint[]} */
let full = [];
/** Unused segment to write next. @type {Segment | undefined} */
let spare;
/** Journaled blobs without a file, by path. @type {Map<string, Job>} */
const unfiled = new Map();
let unfiledBytes = 0;
/** Time of the last write. */
let busyAt = 0;
/** @type {NodeJS.Timeout | undefined} */
let filing;
/** Consecutive failed background attempts. */
let failures = 0;

if (journal !== undefined) {
  for (const path of segmentsIn(journal)) {
    const records = readSegment(path).map(({ sha256, bytes }) => ({
      ...{ sha256, bytes, path: join(blobs, sha256.slice(0, 2), sha256) },
      temporary: join(blobs, 'incoming', randomUUID()),
    }));
    // A previous thread may have ended before it wrote the files.
    for (const job of records) if (!exists(job.path)) scheduleFile(job);
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
  if (full.length > 0) setTimeout(advance, stepPauseMs);
  setInterval(() => {
    if (current?.paths.length && performance.now() - current.since > maxSegmentAgeMs) tried(startSegment);
  }, maxSegmentAgeMs / 3);
}

/** Throws if the directory is missing or belongs to another database, such as without a mounted share. */
function checkFolder() {
  if (id === undefined) return;
  const found = readFileSync(join(blobs, 'store-id'), 'utf8').trim();
  if (found === id) return;
  throw Object.assign(new Error(`The blob directory ${blobs} belongs to another database`), {
    code: 'ENOENT',
  });
}

/** Converts an error for a message between threads. @param {unknown} error @returns {ThreadError} */
function described(error) {
  const { message, code, stack } = /** @type {NodeJS.ErrnoException} */ (error);
  return { message, code, stack };
}

/** Writes all jobs durably, and returns their outcomes. @param {Job[]} jobs @returns {Outcome[]} */
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

/** @param {Map<Job, Outcome>} outcomes @param {Job[]} jobs that fail if the work fails @param {() => void} work */
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
  return current !== undefined && bytes.length <= maxJournaledBytes;
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

/** Schedules writing the file of a journaled blob. @param {Job} job */
function scheduleFile(job) {
  if (unfiled.has(job.path)) return;
  unfiled.set(job.path, job);
  unfiledBytes += job.bytes.length;
  filing ??= setTimeout(fileWhenQuiet, quietMs);
}

function fileWhenQuiet() {
  filing = undefined;
  const isQuiet = performance.now() - busyAt >= quietMs;
  const failed = isQuiet && !tried(() => fileSome(filesPerStep));
  if (unfiled.size > 0) filing = setTimeout(fileWhenQuiet, failed ? retryPause() : isQuiet ? 1 : quietMs);
}

/** Returns milliseconds until the next attempt, with exponential backoff. */
function retryPause() {
  return Math.min(1000 * 2 ** Math.min(failures, 5), 30_000);
}

/** Writes the oldest pending files. Throws on failure. @param {number} count */
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

/** Creates the checkpoint of a full segment, which writes its missing files before it syncs them. @param {Segment} segment */
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
    // All directories are created at startup, so this one was deleted since.
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
    if ((current?.size ?? 0) > maxSegmentBytes) startSegment();
    const paths = jobs.map(({ path }) => path);
    current?.append(jobs, paths);
    for (const job of jobs) scheduleFile(job);
  } catch (error) {
    if (!isPassing(error)) stop();
    throw error;
  }
}

/** Starts another segment. The files of the current one are synced a few at a time. */
function startSegment() {
  if (!journal || !current) return;
  // Writes that are faster than the sync must wait.
  while (full.length > 1) finish();
  const next = spare ?? new Segment(join(journal, randomUUID()));
  if (!spare) syncFolder(journal);
  full.push(checkpointOf(current));
  current = next;
  spare = undefined;
  if (full.length === 1) setTimeout(advance, stepPauseMs);
}

function advance() {
  const done = tried(() => {
    checkFolder();
    for (let count = 0; full[0] && count < filesPerStep; count++) if (!full[0].step()) forget();
  });
  if (full[0]) setTimeout(advance, done ? stepPauseMs : retryPause());
}

/** Completes the first checkpoint immediately. */
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

/** Stops using the journal, because the disk cannot be trusted after a failed sync. From now on, every write waits for its file, and the journal is kept for the next start. */
function stop() {
  current = undefined;
  full = [];
}

/** Whether a failure is temporary and lost no durable data, such as a full disk or an unmounted share. @param {unknown} error */
function isPassing(error) {
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
  return ['ENOSPC', 'EDQUOT', 'ENOENT'].includes(code);
}

/** Runs the work and reports a failure. Returns whether it succeeded. @param {() => void} work @returns {boolean} */
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
    // During continuous writes, files are written gradually, to avoid one long pause.
    if (unfiledBytes > maxUnfiledBytes) tried(() => fileSome(2 * message.length));
    return;
  }
  tried(() => {
    fileSome(unfiled.size);
    clearTimeout(filing);
    startSegment();
    while (full.length > 0) finish();
    current?.remove();
    spare?.remove();
    current = spare = undefined;
  });
  parentPort?.postMessage({ closed: true });
});
