import { type FileHandle, open } from 'node:fs/promises';
import { rotatedFiles } from './RotatedFile.ts';

/** A part of a log file, in bytes. It ends at the end of a line, and begins at a line. */
export interface LogPart {
  /** A handle, so that a rotation in the meantime changes nothing. */
  file: FileHandle;
  start: number;
  end: number;
}

export interface LogWindow {
  /** In reading order: the rest of a rotated file can come first. */
  parts: LogPart[];
  fileId: string;
  /** Epoch milliseconds; 0: the file does not exist. */
  modified: number;
  restarted?: 'rotated' | 'truncated';
}

export interface LogRequest {
  /** The end of the previous answer. Absent: the whole log. */
  offset?: number | undefined;
  /** The file of the previous answer. */
  fileId?: string | undefined;
  /** Bytes, approximately: the last ones. */
  limit?: number | undefined;
  /** An offset: only what is before it. */
  end?: number | undefined;
}

const newline = 10;
const step = 64 * 1024;

/** Finds the part of a log that a request is about. A file that does not exist is empty. Close the files of its parts. */
export async function findWindow(path: string, request: LogRequest): Promise<LogWindow> {
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
  return { parts: [...rest, part], fileId: id, modified, ...restart };
}

/** Whether the file is another one than that of the previous answer, or was emptied since. */
function restartOf({ offset, fileId }: LogRequest, id: string, size: number): Pick<LogWindow, 'restarted'> {
  if (offset === undefined) return {};
  if (fileId && fileId !== id) return { restarted: 'rotated' };
  return offset > size ? { restarted: 'truncated' } : {};
}

/** Lines that were written between the last answer and the rotation, so that no line is missed. */
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
  // A file keeps its inode when it is renamed; a new one with the same number has another time of birth.
  const id = `${ino.toString(36)}-${birthtimeMs.toString(36)}`;
  return { file, id, size: Number(size), modified: Number(mtimeMs) };
}

/** The end of the last whole line before `end`: a line that is being written waits for the next request. */
async function lineEnd(file: FileHandle, end: number): Promise<number> {
  const buffer = Buffer.alloc(step);
  for (let at = end; at > 0; ) {
    const from = Math.max(0, at - step);
    const { bytesRead } = await file.read(buffer, 0, at - from, from);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(newline);
    if (last >= 0) return from + last + 1;
    at = from;
  }
  return 0;
}

/** The start of the first line of the last `limit` bytes before `end`, not before `from`. */
async function lineStart(file: FileHandle, from: number, end: number, limit: number): Promise<number> {
  const least = end - limit;
  if (least <= from) return Math.min(from, end);
  const buffer = Buffer.alloc(step);
  for (let at = least - 1; at < end; at += step) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(step, end - at), at);
    const first = buffer.subarray(0, bytesRead).indexOf(newline);
    if (first >= 0) return at + first + 1;
  }
  return end;
}
