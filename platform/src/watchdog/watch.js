// @ts-check
// Thread of the watchdog. JavaScript, because tests run the sources, and threads cannot run TypeScript.
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';

/**
 * @typedef {object} Given
 * @property {SharedArrayBuffer} memory see `RequestBoard`
 * @property {typeof import('./RequestBoard.ts').layout} layout
 * @property {{ blocked: number, stopBlocked: number, stop: number }} limits seconds
 * @property {[RegExp, string][]} redactions
 * @property {string} logLevel
 */
/** @type {Given} */
const { memory, layout, limits, redactions, logLevel } = workerData;
const words = new Int32Array(memory);
const bytes = Buffer.from(memory);

/** Seconds as ticks of this thread, so that a suspended machine does not count as a blocked process. */
let seconds = 0;
let lastBeat = Atomics.load(words, layout.beat);
let lastBeatAt = 0;
let isLogged = false;
/** @type {number | undefined} */
let stoppingSince;

setInterval(() => {
  seconds += 1;
  const beat = Atomics.load(words, layout.beat);
  const silent = seconds - lastBeatAt;
  if (beat !== lastBeat) {
    if (isLogged) log('warn', `The event loop runs again after ${silent} s`);
    isLogged = false;
    lastBeat = beat;
    lastBeatAt = seconds;
  } else if (silent > limits.blocked && !isLogged) {
    isLogged = true;
    logRequests(`The event loop has been blocked for ${silent} s`);
  }
  if (stoppingSince === undefined) return;
  const stopping = seconds - stoppingSince;
  if (stopping >= limits.stopBlocked && seconds - lastBeatAt >= limits.stopBlocked / 2)
    end(`The event loop is blocked and the process did not stop within ${stopping} s: killing it`);
  if (stopping >= limits.stop) end(`The process did not stop within ${stopping} s: killing it`);
}, 1000);

/** @param {string} reason */
function end(reason) {
  logRequests(reason);
  process.kill(process.pid, 'SIGKILL');
}

/** @param {string} message */
function logRequests(message) {
  const requests = inProgress();
  log(
    'error',
    requests.length ? `${message}. The most recently active request is the likely cause` : message,
    {
      requests,
    },
  );
}

/** Returns the requests in progress, most recently active first. */
function inProgress() {
  const now = Math.floor(Date.now() / 1000);
  const slots = Array.from(
    { length: layout.slotCount },
    (_, index) => layout.slots + index * layout.slotWords,
  );
  return slots
    .filter((at) => words[at] !== 0)
    .sort((a, b) => (words[b] ?? 0) - (words[a] ?? 0))
    .slice(0, 16)
    .map((at) => {
      const start = (at + layout.textOffset) * 4;
      const text = bytes.toString('utf8', start, start + (words[at + 2] ?? 0));
      const [method, ...url] = redact(text).split(' ');
      return { method, url: url.join(' '), seconds: now - (words[at + 1] ?? 0) };
    });
}

/** @param {string} text */
function redact(text) {
  return redactions.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/**
 * Writes a line in the format of the server's logger, which cannot write while its thread is blocked.
 *
 * @param {'warn' | 'error'} level
 * @param {string} msg
 * @param {object} [more]
 */
function log(level, msg, more) {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
  if (levels.indexOf(level) < levels.indexOf(logLevel)) return;
  try {
    writeSync(1, `${JSON.stringify({ level, time: new Date().toISOString(), ...more, msg })}\n`);
  } catch {
    // Standard output is closed or full, and there is no other place to log to.
  }
}

watchSignals();

/** Handles signals with an internal API. No public API delivers them to threads, and the main thread cannot handle them while it is blocked. */
function watchSignals() {
  /** @type {{ new (): { onsignal: () => void, start(signal: number): number } } | undefined} */
  let Signal;
  try {
    // Allowed by `--expose-internals`, for this thread only. `process.binding` has it up to Node 20.
    const { internalBinding } = createRequire(import.meta.url)('internal/test/binding');
    ({ Signal } = internalBinding('signal_wrap'));
  } catch {
    log('warn', 'This version of Node.js has no signals in threads: a blocked process ignores SIGTERM');
  }
  if (!Signal) return;
  for (const number of [15, 2]) {
    const signal = new Signal();
    signal.onsignal = () => {
      if (stoppingSince === undefined) stoppingSince = seconds;
      // The second signal kills the process, unless the main thread ends it within a second.
      else setTimeout(() => end('A second signal arrived and the process did not stop: killing it'), 1000);
    };
    signal.start(number);
  }
}
