// @ts-check
// Bytes whose files are not on the disk yet, in one file that is: a wait for one file serves all that was written together.
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

const magic = Buffer.from('LADINGJ1');
const idLength = 16;
const headerLength = magic.length + idLength;
const hashLength = 32;
const recordHead = 4 + idLength + hashLength;

/** A file grows by so much at once: what is written over itself costs no change of the file system, which others wait for. */
const growth = Buffer.alloc(1024 * 1024);

/**
 * @typedef {object} Record
 * @property {string} sha256
 * @property {Uint8Array} bytes
 */

/**
 * One file of the journal. Its header names a generation, and so does every record of it: what is left of an earlier
 * generation behind them counts for nothing.
 */
export class Segment {
  #file;
  #id = Buffer.alloc(0);
  #at = 0;
  #length = 0;
  /** Files that are not on the disk yet. @type {string[]} */
  paths = [];
  /** When the first of them was written, in milliseconds of `performance.now()`. */
  since = 0;

  /** New, or one that an earlier process left: its records stay until their files are on the disk. @param {string} path @param {string[]} [left] */
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

  /** Leaves no file behind where the disk is full. */
  #begin() {
    try {
      this.reset();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Forgets its records: durable by itself, so that the next start has nothing to look at. */
  reset() {
    this.#id = randomBytes(idLength);
    writeSync(this.#file, Buffer.concat([magic, this.#id]), 0, headerLength, 0);
    fdatasyncSync(this.#file);
    this.#at = headerLength;
    this.#length = Math.max(this.#length, headerLength);
    this.paths = [];
  }

  /** Durable when it returns. @param {readonly Record[]} records @param {readonly string[]} paths of their files */
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
    // The disk may take less than all.
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

  /** For good. */
  remove() {
    closeSync(this.#file);
    rmSync(this.path, { force: true });
  }
}

/** The files of a journal's segments. @param {string} journal */
export function segmentsIn(journal) {
  return readdirSync(journal).map((name) => join(journal, name));
}

/** The records of a segment's last generation; none where there is no such file. @param {string} path @returns {Record[]} */
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
    // The first one that was not written whole is the end.
    if (!ours || end > content.length || !createHash('sha256').update(bytes).digest().equals(sha256)) break;
    records.push({ sha256: sha256.toString('hex'), bytes });
    at = end;
  }
  return records;
}

/** Brings files and the folders they are in to the disk, one at each step; what is gone needs no more. */
export class Checkpoint {
  /** @type {string[]} */
  #files;
  /** @type {string[]} */
  #folders;

  #before;

  /**
   * @param {Segment} segment its records can be forgotten at the end
   * @param {(path: string) => void} [before] done for each file before it is waited for
   */
  constructor(segment, before = () => undefined) {
    this.segment = segment;
    this.#before = before;
    this.#files = [...new Set(segment.paths)];
    this.#folders = [...new Set(this.#files.map((path) => dirname(path)))];
  }

  /** False once all is done. */
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
