// @ts-check
// Thread that reads the tables of a backup and compresses them, so that requests do not wait for it.
// JavaScript, because tests run the sources, and threads cannot run TypeScript.
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { SliceFile } from './SliceFile.js';

/**
 * Without a file, slices are sent. `received`: the last slice was, or the pause after a written one
 * has ended.
 * @typedef {{ statement: string, file?: { path: string, syncBytes: number } } | 'received'} Order
 */

/** Compression level. The database takes most of the time, and higher levels save little. */
const level = 3;
/** Bytes to compress at a time: some milliseconds of work, and little loss of compression. */
const sliceBytes = 256 * 1024;
/** Slices that are sent before the first is received, so that one is compressed meanwhile. */
const maxSent = 2;

const { url, session, snapshot } =
  /** @type {{ url: string, session: Record<string, string>, snapshot: string }} */ (workerData);

/** Nice value: requests run first. */
const priority = 10;
// Only Linux has priorities of threads. Elsewhere, this would be that of the whole server.
if (process.platform === 'linux' && getPriority() < priority) setPriority(priority);

/** @param {object} message @param {ArrayBuffer[]} moved */
const send = (message, moved = []) => parentPort?.postMessage(message, moved);
/** @param {unknown} error */
const fail = (error) => {
  const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
  send({ error: { message, code } });
};

const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'lading-backup' });
// A lost connection is reported by the next statement.
client.on('error', () => undefined);

let sent = 0;
/** @type {(() => void) | undefined} */
let wake;

/**
 * @param {Buffer[]} parts
 * @param {SliceFile | undefined} file
 */
async function passOn(parts, file) {
  const compressed = gzipSync(Buffer.concat(parts), { level });
  while (sent >= maxSent)
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
    });
  if (file) {
    await file.write(compressed);
    sent += 1;
    send({ written: compressed.length });
  } else {
    const slice = Uint8Array.from(compressed);
    sent += 1;
    send({ slice }, [slice.buffer]);
  }
}

/**
 * Sends or writes the result as a gzip file of several members, which readers join, and then sends
 * the number of rows.
 * @param {Exclude<Order, 'received'>} order
 */
async function copy({ statement, file: place }) {
  const file = place && (await SliceFile.create(place));
  try {
    const rows = await copyRows(statement, file);
    send({ rows, ...(await file?.finish()) });
  } finally {
    await file?.close();
  }
}

/**
 * @param {string} statement
 * @param {SliceFile | undefined} file
 */
async function copyRows(statement, file) {
  const rows = client.query(to(`COPY (${statement}) TO STDOUT`));
  /** @type {Buffer[]} */
  let parts = [];
  let [bytes, isEmpty] = [0, true];
  for await (const part of rows) {
    parts.push(part);
    bytes += part.length;
    if (bytes < sliceBytes) continue;
    await passOn(parts, file);
    [parts, bytes, isEmpty] = [[], 0, false];
  }
  if (bytes > 0 || isEmpty) await passOn(parts, file);
  return rows.rowCount;
}

async function begin() {
  await client.connect();
  for (const [name, value] of Object.entries(session))
    await client.query('SELECT set_config($1, $2, false)', [name, value]);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  send({ pid: rows[0].pid });
}

parentPort?.on('message', (/** @type {Order} */ order) => {
  if (order !== 'received') {
    copy(order).catch(fail);
    return;
  }
  sent -= 1;
  wake?.();
});

begin().catch(fail);
