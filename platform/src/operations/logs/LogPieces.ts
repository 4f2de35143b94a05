import type { LogName } from '../../http/logSink.ts';
import type { LogFiles } from './LogFiles.ts';
import { jsonOf } from './logData.ts';
import { closeAll, findWindow, type LogPart, type LogWindow } from './readLog.ts';

/** A log of a stream, and the position after the lines that the client has. */
export interface StreamedLog {
  /** As in the request. */
  id: string;
  name: LogName;
  path: string;
  /** The last lines are sent first if absent. */
  offset?: number | undefined;
  fileId?: string | undefined;
}

/** New lines of a log. */
interface LogPiece {
  /** The event with the lines; absent if there are none. */
  event?: Buffer;
  offset: number;
  fileId: string;
}

/** The end of a log file. */
type Head = Pick<LogPiece, 'offset' | 'fileId'>;

/** Maximum bytes of lines in one event. Of a longer backlog, only the last lines are sent. */
export const maxEventBytes = 1024 ** 2;
/** Bytes that all streams can send at a time. Each has its share, so that none delays others. */
const sharedBytes = 6 * 1024 ** 2;
/** Milliseconds after which pieces are read again, because other programs can change the files. */
const maxAgeMs = 250;

/**
 * Reads new lines once for all streams that have the same lines. Streams read at the same times,
 * and up to the same end, so that they have the same lines after their first read.
 */
export class LogPieces {
  /** Number of open streams. */
  streams = 0;
  readonly #heads = new Map<string, Promise<Head>>();
  readonly #pieces = new Map<string, Promise<LogPiece>>();
  #timer: NodeJS.Timeout | undefined;

  /** Invalidates pieces after each write. */
  constructor(files: LogFiles) {
    files.follow(() => this.#clear());
  }

  /** Returns the lines after the position of the log. */
  async read(log: StreamedLog): Promise<LogPiece> {
    const head = await this.#remember(this.#heads, log.path, () => readHead(log.path));
    if (head.offset === log.offset && head.fileId === log.fileId) return head;
    const limit = Math.min(maxEventBytes, Math.floor(sharedBytes / Math.max(1, this.streams)));
    const key = JSON.stringify([log.id, log.offset, log.fileId, head, limit]);
    return this.#remember(this.#pieces, key, () => readPiece(log, head, limit));
  }

  #remember<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
    const found = known.get(key);
    if (found) return found;
    const reading = read();
    known.set(key, reading);
    this.#timer ??= setTimeout(() => this.#clear(), maxAgeMs).unref();
    return reading;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#heads.clear();
    this.#pieces.clear();
  }
}

async function readHead(path: string): Promise<Head> {
  const { parts, fileId } = await findWindow(path, { limit: 1 });
  await closeAll(parts);
  return { offset: parts.at(-1)?.end ?? 0, fileId };
}

async function readPiece(log: StreamedLog, head: Head, limit: number): Promise<LogPiece> {
  const { window, skipped } = await boundedWindow(log, head, limit);
  try {
    const { start = 0, end = 0 } = window.parts.at(-1) ?? {};
    const position = { offset: end, fileId: window.fileId };
    if (start === end && !window.restarted && log.offset !== undefined) return position;
    let event = `event: lines\ndata: {"log":${JSON.stringify(log.id)},"skipped":${skipped},"data":`;
    for await (const json of jsonOf(window)) event += json;
    return { ...position, event: Buffer.from(`${event}}\n\n`) };
  } finally {
    await closeAll(window.parts);
  }
}

/** Returns the lines between the log's position and the end, or only the last of them. */
async function boundedWindow(
  { path, offset, fileId }: StreamedLog,
  head: Head,
  limit: number,
): Promise<{ window: LogWindow; skipped: boolean }> {
  const window = await findWindow(path, { offset, fileId, limit, end: head.offset });
  const { parts, restarted } = window;
  const expected = restarted ? 0 : (offset ?? 0);
  let skipped = offset !== undefined && (parts.at(-1)?.start ?? 0) > expected;
  while (parts.length > 1 && sizeOf(parts) > limit) {
    await closeAll(parts.splice(0, 1));
    skipped = true;
  }
  return { window, skipped };
}

function sizeOf(parts: readonly LogPart[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
