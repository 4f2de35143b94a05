// @ts-check
// Write-ahead journal of small blobs: one sync of the journal makes all blobs of a batch durable before
// their files are synced.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export const magic = Buffer.from('LADINGJ1');
export const idLength = 16;
export const headerLength = magic.length + idLength;
const hashLength = 32;
export const recordHead = 4 + idLength + hashLength;

/** Growth of a segment file in bytes. Overwriting allocated space needs no metadata sync of the file system. */
const growth = Buffer.alloc(1024 * 1024);

/**
 * @typedef {object} Record
 * @property {string} sha256
 * @property {Uint8Array} bytes
 */

/**
 * One file of the journal. Its header contains a generation ID, and so does every record. Remaining records of earlier
 * generations are ignored.
 */
export class Segment {
  #file;
  #id = Buffer.alloc(0);
  #at = 0;
  #length = 0;
  /** Files that are not synced yet. @type {string[]} */
  paths = [];
  /** Time of the first write, in milliseconds of `performance.now()`. */
  since = 0;

  /** Opens a new segment, or one of an earlier process, whose records are kept until their files are synced. @param {string} path @param {string[]} [left] */
  constructor(path, left) {
    this.path = path;
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#length = fstatSync(this.#file).size;
    if (left) this.paths = left;
    else this.#begin();
  }

  get size() {
    return this.#at;
  }

  /** Deletes the file again if the disk is full. */
  #begin() {
    try {
      this.reset();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Discards its records durably, so that the next start ignores them. */
  reset() {
    this.#id = randomBytes(idLength);
    writeSync(this.#file, Buffer.concat([magic, this.#id]), 0, headerLength, 0);
    fdatasyncSync(this.#file);
    this.#at = headerLength;
    this.#length = Math.max(this.#length, headerLength);
    this.paths = [];
  }

  /** Appends records. Durable when it returns. @param {readonly Record[]} records @param {readonly string[]} paths of their files */
  append(records, paths) {
    const parts = records.flatMap(({ sha256, bytes }) => {
      const head = Buffer.alloc(recordHead);
      head.writeUInt32BE(bytes.length);
      this.#id.copy(head, 4);
      head.write(sha256, 4 + idLength, 'hex');
      return [head, bytes];
    });
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    for (; this.#length < this.#at + size; this.#length += growth.length)
      writeSync(this.#file, growth, 0, growth.length, this.#length);
    let written = writevSync(this.#file, parts, this.#at);
    // A write may be partial.
    if (written < size) {
      const all = Buffer.concat(parts);
      while (written < size)
        written += writeSync(this.#file, all, written, size - written, this.#at + written);
    }
    fdatasyncSync(this.#file);
    if (this.paths.length === 0) this.since = performance.now();
    this.#at += size;
    this.paths.push(...paths);
  }

  /** Deletes the file. */
  remove() {
    closeSync(this.#file);
    rmSync(this.path, { force: true });
  }
}

/** Lists the files of a journal's segments. @param {string} journal */
export function segmentsIn(journal) {
  return readdirSync(journal).map((name) => join(journal, name));
}

/** Returns the records of a segment's last generation. Empty if the file does not exist. @param {string} path @returns {Record[]} */
export function readSegment(path) {
  let content;
  try {
    content = readFileSync(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
  if (!content.subarray(0, magic.length).equals(magic)) return [];
  const id = content.subarray(magic.length, headerLength);
  const records = [];
  for (let at = headerLength; at + recordHead <= content.length; ) {
    const end = at + recordHead + content.readUInt32BE(at);
    const bytes = content.subarray(at + recordHead, end);
    const sha256 = content.subarray(at + 4 + idLength, at + recordHead);
    const ours = content.subarray(at + 4, at + 4 + idLength).equals(id);
    // The journal ends at the first incomplete record.
    if (!ours || end > content.length || !createHash('sha256').update(bytes).digest().equals(sha256)) break;
    records.push({ sha256: sha256.toString('hex'), bytes });
    at = end;
  }
  return records;
}

/** Syncs files and then their directories, one per step. Deleted files are skipped. */
export class Checkpoint {
  /** @type {string[]} */
  #files;
  /** @type {string[]} */
  #folders;

  #before;

  /**
   * @param {Segment} segment whose records can be discarded at the end
   * @param {(path: string) => void} [before] called for each file before it is synced
   */
  constructor(segment, before = () => undefined) {
    this.segment = segment;
    this.#before = before;
    this.#files = [...new Set(segment.paths)];
    this.#folders = [...new Set(this.#files.map((path) => dirname(path)))];
  }

  /** Syncs the next file or directory. Returns `false` when all are done. */
  step() {
    const file = this.#files.at(-1);
    const folder = this.#folders.at(-1);
    if (file !== undefined) {
      this.#before(file);
      sync(file, fdatasyncSync);
      this.#files.pop();
    } else if (folder !== undefined) {
      sync(folder, fsyncSync);
      this.#folders.pop();
    } else return false;
    return true;
  }
}

/** @param {string} path @param {(file: number) => void} how */
function sync(path, how) {
  let file;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
  try {
    how(file);
  } finally {
    closeSync(file);
  }
}
