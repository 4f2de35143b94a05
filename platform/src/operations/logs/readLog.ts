import { type FileHandle, open } from 'node:fs/promises';
import { rotatedFiles } from './RotatedFile.ts';

/** A part of a log file, in bytes. It begins and ends at line boundaries. */
export interface LogPart {
  /** An open file, so that a concurrent rotation has no effect. */
  file: FileHandle;
  start: number;
  end: number;
}

export interface LogWindow {
  /** In reading order. The rest of a rotated file can come first. */
  parts: LogPart[];
  fileId: string;
  /** In epoch milliseconds. 0 if the file does not exist. */
  modified: number;
  restarted?: 'rotated' | 'truncated';
  /** Whether the file before this one still exists. */
  hasPrevious?: boolean;
}

export interface LogRequest {
  /** End of the previous response. The whole log if absent. */
  offset?: number | undefined;
  /** File ID of the previous response. */
  fileId?: string | undefined;
  /** Approximate number of bytes to return, from the end. */
  limit?: number | undefined;
  /** Offset that limits the response to lines before it. */
  end?: number | undefined;
  /** Offset that limits the response to lines after it: `limit` counts from here. */
  from?: number | undefined;
}

const newline = 10;
const chunkBytes = 64 * 1024;

/**
 * Finds the requested part of a log. A missing file is empty. The caller must close the files of
 * the parts.
 */
export async function findWindow(path: string, request: LogRequest): Promise<LogWindow> {
  const isPage = request.from !== undefined || request.end !== undefined;
  if (isPage && request.offset === undefined) return findPage(path, request);
  const found = await openFile(path);
  if (!found) return { parts: [], fileId: '', modified: 0, ...restartOf(request, '', 0) };
  const { file, id, size, modified } = found;
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = request;
  const restart = restartOf(request, id, size);
  const end = await lineEnd(file, Math.min(request.end ?? size, size));
  const start = await lineStart(file, restart.restarted ? 0 : offset, end, limit);
  const part = { file, start, end };
  const isContinued = restart.restarted === 'rotated' && start === 0;
  const rest = isContinued ? await restOfRotated(path, request.fileId ?? '', offset) : [];
  const isBegin = request.offset === undefined && start === 0;
  const hasPrevious = isBegin && (await findPrevious(path, id)) !== undefined;
  return { parts: [...rest, part], fileId: id, modified, hasPrevious, ...restart };
}

/**
 * Finds lines before or after an offset, also in a file that was rotated since. After the last
 * line of a rotated file, the next file follows with `restarted`, and before its first line, the
 * previous one. Without lines and `restarted`: the file no longer exists.
 */
async function findPage(path: string, request: LogRequest): Promise<LogWindow> {
  const { fileId, from, end } = request;
  const found = await openFileOf(path, fileId);
  if (!found) return { parts: [], fileId: '', modified: 0, ...(fileId ? { restarted: 'rotated' } : {}) };
  const { file, id, size, modified, next, previous } = found;
  if (end === 0 && previous !== undefined) {
    await file.close();
    return { ...(await findPage(path, { fileId: previous, limit: request.limit })), restarted: 'rotated' };
  }
  const hasPrevious = previous !== undefined;
  const last = await lineEnd(file, Math.min(end ?? size, size));
  if (from === undefined) {
    const within = await lineStart(file, 0, last, request.limit ?? Number.POSITIVE_INFINITY);
    // A line that is longer than the limit is returned whole.
    const start = within === last && last > 0 ? await lineEnd(file, last - 1) : within;
    return { parts: [{ file, start, end: last }], fileId: id, modified, hasPrevious };
  }
  if (from >= last && next !== undefined) {
    await file.close();
    return { ...(await findPage(next, { from: 0, limit: request.limit })), restarted: 'rotated' };
  }
  return { parts: [await partAfter(file, from, last, request.limit)], fileId: id, modified, hasPrevious };
}

async function partAfter(
  file: FileHandle,
  from: number,
  last: number,
  limit = Number.POSITIVE_INFINITY,
): Promise<LogPart> {
  const start = await lineStart(file, 0, last, Math.max(0, last - from));
  const until = Math.min(last, start + limit);
  const complete = await lineEnd(file, until);
  // A line that is longer than the limit is returned whole.
  const end = complete > start ? complete : await lineStart(file, start, last, last - until);
  return { file, start, end };
}

interface OpenedOfMany extends Opened {
  /** Path of the file after it. */
  next?: string;
  /** ID of the file before it. */
  previous?: string | undefined;
}

/** Opens the log, or the rotated file that has this ID. */
async function openFileOf(path: string, fileId: string | undefined): Promise<OpenedOfMany | undefined> {
  const found = await openFile(path);
  if (found && (!fileId || found.id === fileId)) return withPrevious(path, found);
  await found?.file.close();
  let next = path;
  for (const rotated of await rotatedFiles(path)) {
    const other = await openFile(rotated.path);
    if (other && other.id === fileId) return { ...(await withPrevious(path, other)), next };
    await other?.file.close();
    next = rotated.path;
  }
  return undefined;
}

async function withPrevious(path: string, opened: Opened): Promise<OpenedOfMany> {
  try {
    return { ...opened, previous: await findPrevious(path, opened.id) };
  } catch (error) {
    await opened.file.close();
    throw error;
  }
}

/** Returns the ID of the file with lines that was rotated before the one with this ID. */
async function findPrevious(path: string, fileId: string): Promise<string | undefined> {
  const ids: string[] = [];
  for (const each of [{ path }, ...(await rotatedFiles(path))]) {
    const found = await openFile(each.path);
    await found?.file.close();
    // A concurrent rotation moves each file once.
    if (!found || ids.includes(found.id)) continue;
    if (found.size > 0 || found.id === fileId) ids.push(found.id);
  }
  const at = ids.indexOf(fileId);
  // Deleted by a concurrent rotation, as the oldest one.
  return at < 0 ? undefined : ids[at + 1];
}

/** Whether the file differs from that of the previous response, or was truncated since. */
function restartOf({ offset, fileId }: LogRequest, id: string, size: number): Pick<LogWindow, 'restarted'> {
  if (offset === undefined) return {};
  if (fileId && fileId !== id) return { restarted: 'rotated' };
  return offset > size ? { restarted: 'truncated' } : {};
}

/** Returns lines written between the previous response and the rotation, so that none is lost. */
async function restOfRotated(path: string, fileId: string, offset: number): Promise<LogPart[]> {
  const between: LogPart[] = [];
  for (const rotated of await rotatedFiles(path)) {
    const found = await openFile(rotated.path);
    if (!found) continue;
    const { file, id, size } = found;
    const end = await lineEnd(file, size);
    if (id === fileId) return [{ file, start: Math.min(offset, end), end }, ...between.reverse()];
    between.push({ file, start: 0, end });
  }
  await closeAll(between);
  return [];
}

export async function closeAll(parts: readonly LogPart[]): Promise<void> {
  await Promise.all(parts.map(({ file }) => file.close()));
}

interface Opened {
  file: FileHandle;
  id: string;
  size: number;
  modified: number;
}

async function openFile(path: string): Promise<Opened | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file) return undefined;
  const { ino, birthtimeMs, size, mtimeMs } = await file.stat({ bigint: true });
  // A file keeps its inode when renamed. A new file with the same inode has a different birth time.
  const id = `${ino.toString(36)}-${birthtimeMs.toString(36)}`;
  return { file, id, size: Number(size), modified: Number(mtimeMs) };
}

/**
 * Returns the end of the last complete line before `end`. A line in progress is returned by the
 * next request.
 */
async function lineEnd(file: FileHandle, end: number): Promise<number> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let at = end; at > 0; ) {
    const from = Math.max(0, at - chunkBytes);
    const { bytesRead } = await file.read(buffer, 0, at - from, from);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(newline);
    if (last >= 0) return from + last + 1;
    at = from;
  }
  return 0;
}

/**
 * Returns the start of the first complete line in the last `limit` bytes before `end`, but not
 * before `from`.
 */
async function lineStart(file: FileHandle, from: number, end: number, limit: number): Promise<number> {
  const least = end - limit;
  if (least <= from) return Math.min(from, end);
  const buffer = Buffer.alloc(chunkBytes);
  for (let at = least - 1; at < end; at += chunkBytes) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(chunkBytes, end - at), at);
    const first = buffer.subarray(0, bytesRead).indexOf(newline);
    if (first >= 0) return at + first + 1;
  }
  return end;
}
