import { setTimeout as delay } from 'node:timers/promises';
import type { LogName } from '../../http/logSink.ts';
import type { EventStream } from './EventStream.ts';
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

/** Minimum time between two reads of the files, in milliseconds, to batch lines. */
const minIntervalMs = 500;
/** Time without lines after which a comment keeps the connection open, in milliseconds. */
const keepAliveMs = 15_000;
/** Maximum bytes of lines in one event. Of a longer backlog, only the last lines are sent. */
export const maxEventBytes = 1024 ** 2;

/**
 * Sends new lines of logs as server-sent events. The log files are the buffer: lines are read when
 * the client has taken the previous ones, so that a slow client occupies one piece of a file.
 */
export class LogStream implements EventStream {
  readonly #files: LogFiles;
  readonly #logs: readonly StreamedLog[];
  readonly #changed = new Set<LogName>();
  readonly #ending = new AbortController();
  #wake = () => {};
  #ended: 'denied' | 'closed' | undefined;
  #isInEvent = false;
  waitingSince: number | undefined;

  constructor(files: LogFiles, logs: readonly StreamedLog[]) {
    this.#files = files;
    this.#logs = logs;
    for (const { name } of logs) this.#changed.add(name);
  }

  end(reason: 'denied' | 'closed'): void {
    this.#ended ??= reason;
    this.#ending.abort();
  }

  async *events(): AsyncGenerator<string> {
    const unfollow = this.#files.follow((names) => this.#take(names));
    try {
      yield* this.#piece('event: ready\ndata: {}\n\n');
      while (!this.#ended) {
        const names = [...this.#changed];
        this.#changed.clear();
        for (const log of this.#logs) if (!this.#ended && names.includes(log.name)) yield* this.#linesOf(log);
        await this.#pause();
        if (!this.#ended && this.#changed.size === 0) yield* this.#piece(': no new lines\n\n');
      }
      if (this.#ended === 'denied' && !this.#isInEvent) yield 'event: denied\ndata: {}\n\n';
    } finally {
      unfollow();
    }
  }

  async *#linesOf(log: StreamedLog): AsyncGenerator<string> {
    const { window, skipped } = await boundedWindow(log);
    try {
      const { start = 0, end = 0 } = window.parts.at(-1) ?? {};
      const isEmpty = start === end && !window.restarted && log.offset !== undefined;
      log.offset = end;
      log.fileId = window.fileId;
      if (isEmpty) return;
      this.#isInEvent = true;
      yield* this.#piece(`event: lines\ndata: {"log":${JSON.stringify(log.id)},"skipped":${skipped},"data":`);
      for await (const json of jsonOf(window)) {
        if (this.#ended) return;
        yield* this.#piece(json);
      }
      yield* this.#piece('}\n\n');
      this.#isInEvent = false;
    } finally {
      await closeAll(window.parts);
    }
  }

  /** Records how long the client takes to read the piece. */
  *#piece(text: string): Generator<string> {
    this.waitingSince = Date.now();
    yield text;
    this.waitingSince = undefined;
  }

  #take(names: ReadonlySet<LogName>): void {
    for (const { name } of this.#logs) if (names.has(name)) this.#changed.add(name);
    if (this.#changed.size > 0) this.#wake();
  }

  /** Waits for lines, the next keep-alive, or the end; after lines also for more of them. */
  async #pause(): Promise<void> {
    if (this.#changed.size === 0) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      await wait(keepAliveMs, AbortSignal.any([woken.signal, this.#ending.signal]));
      this.#wake = () => {};
    }
    if (this.#changed.size > 0) await wait(minIntervalMs, this.#ending.signal);
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Returns the lines since the log's position, or only the last of them if they are many. */
async function boundedWindow(log: StreamedLog): Promise<{ window: LogWindow; skipped: boolean }> {
  const { path, offset, fileId } = log;
  const window = await findWindow(path, { offset, fileId, limit: maxEventBytes });
  const { parts, restarted } = window;
  const expected = restarted ? 0 : (offset ?? 0);
  let skipped = offset !== undefined && (parts.at(-1)?.start ?? 0) > expected;
  while (parts.length > 1 && sizeOf(parts) > maxEventBytes) {
    await closeAll(parts.splice(0, 1));
    skipped = true;
  }
  return { window, skipped };
}

function sizeOf(parts: readonly LogPart[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
