/** A file of a tar archive. */
export interface PlainFile {
  path: string;
  body: Buffer;
}

const block = 512;
const [space, zero, seven] = [0x20, 0x30, 0x37];
const checksumAt = { start: 148, end: 156 };

/**
 * Reads the files of an unambiguous archive: only regular files with ASCII names, without prefixes
 * and extensions, complete to the last block. Returns undefined for any other archive, which a full
 * parser must read.
 */
export function readPlainTar(archive: Buffer): PlainFile[] | undefined {
  if (archive.length % block !== 0) return undefined;
  const files: PlainFile[] = [];
  for (let at = 0; at < archive.length; ) {
    if (archive[at] === 0) return files.length > 0 && isEnd(archive, at) ? files : undefined;
    const path = pathOf(archive, at);
    const size = octal(archive, at + 124, at + 136);
    if (path === undefined || size === undefined || !isPlainHeader(archive, at)) return undefined;
    const start = at + block;
    at = start + Math.ceil(size / block) * block;
    if (at > archive.length) return undefined;
    files.push({ path, body: archive.subarray(start, start + size) });
  }
  return undefined;
}

/** Whether only zeros follow, at least two blocks. */
function isEnd(archive: Buffer, at: number): boolean {
  if (archive.length - at < 2 * block) return false;
  for (let each = at; each < archive.length; each++) if (archive[each] !== 0) return false;
  return true;
}

/**
 * Whether this is the POSIX header of a regular file, without a link or a prefix, with a correct
 * checksum.
 */
function isPlainHeader(archive: Buffer, at: number): boolean {
  if (archive[at + 156] !== zero) return false;
  if (archive[at + 157] !== 0 || archive[at + 345] !== 0 || archive[at + 475] !== 0) return false;
  if (archive.toString('latin1', at + 257, at + 265) !== 'ustar\u000000') return false;
  let sum = space * (checksumAt.end - checksumAt.start);
  for (let each = 0; each < block; each++) {
    const byte = archive[at + each] ?? 0;
    // Numbers can also be encoded in base 256.
    if (byte > 0x7f) return false;
    if (each < checksumAt.start || each >= checksumAt.end) sum += byte;
  }
  return octal(archive, at + checksumAt.start, at + checksumAt.end) === sum;
}

/**
 * The name if it has only visible ASCII characters and spaces and is not a folder; otherwise
 * undefined.
 */
function pathOf(archive: Buffer, at: number): string | undefined {
  let end = at;
  for (; end < at + 100 && archive[end] !== 0; end++) {
    const byte = archive[end] ?? 0;
    if (byte < space || byte > 0x7e) return undefined;
  }
  const path = archive.toString('latin1', at, end);
  return end === at + 100 || path.endsWith('/') ? undefined : path;
}

/** Reads octal digits that end with a zero byte or a space; undefined for any other form. */
function octal(archive: Buffer, start: number, end: number): number | undefined {
  let value = 0;
  let at = start;
  for (; at < end; at++) {
    const byte = archive[at] ?? 0;
    if (byte < zero || byte > seven) break;
    value = value * 8 + byte - zero;
  }
  if (at === start || at === end) return undefined;
  for (; at < end; at++) if (archive[at] !== 0 && archive[at] !== space) return undefined;
  return value;
}
