import { setTimeout as delay } from 'node:timers/promises';
import type { LogName } from '../../http/logSink.ts';
import type { EventStream } from './EventStream.ts';
import type { LogFiles } from './LogFiles.ts';
import type { LogPieces, StreamedLog } from './LogPieces.ts';

/** Time between two reads of the files, in milliseconds, to batch lines. */
const intervalMs = 500;
/** Time without lines after which a comment keeps the connection open, in milliseconds. */
const keepAliveMs = 15_000;

/**
 * Sends new lines of logs as server-sent events. The log files are the buffer: lines are read when
 * the client has taken the previous ones, so that a slow client occupies one event.
 */
export class LogStream implements EventStream {
  readonly #files: LogFiles;
  readonly #pieces: LogPieces;
  readonly #logs: readonly StreamedLog[];
  readonly #changed = new Set<LogName>();
  readonly #ending = new AbortController();
  #wake = () => {};
  #ended: 'denied' | 'closed' | undefined;
  waitingSince: number | undefined;

  constructor(files: LogFiles, pieces: LogPieces, logs: readonly StreamedLog[]) {
    this.#files = files;
    this.#pieces = pieces;
    this.#logs = logs;
    for (const { name } of logs) this.#changed.add(name);
  }

  end(reason: 'denied' | 'closed'): void {
    this.#ended ??= reason;
    this.#ending.abort();
  }

  async *events(): AsyncGenerator<string | Buffer> {
    const unfollow = this.#files.follow((names) => this.#take(names));
    try {
      yield* this.#send('event: ready\ndata: {}\n\n');
      await this.#pause();
      while (!this.#ended) {
        const names = [...this.#changed];
        this.#changed.clear();
        for (const log of this.#logs) if (!this.#ended && names.includes(log.name)) yield* this.#linesOf(log);
        await this.#pause();
        if (!this.#ended && this.#changed.size === 0) yield* this.#send(': no new lines\n\n');
      }
      if (this.#ended === 'denied') yield 'event: denied\ndata: {}\n\n';
    } finally {
      unfollow();
    }
  }

  async *#linesOf(log: StreamedLog): AsyncGenerator<Buffer> {
    const { event, offset, fileId } = await this.#pieces.read(log);
    log.offset = offset;
    log.fileId = fileId;
    if (event) yield* this.#send(event);
  }

  /** Records how long the client takes to read the event. */
  *#send<T>(event: T): Generator<T> {
    this.waitingSince = Date.now();
    yield event;
    this.waitingSince = undefined;
  }

  #take(names: ReadonlySet<LogName>): void {
    for (const { name } of this.#logs) if (names.has(name)) this.#changed.add(name);
    if (this.#changed.size > 0) this.#wake();
  }

  /**
   * Waits for lines, the next keep-alive, or the end; after lines also for the time at which all
   * streams read.
   */
  async #pause(): Promise<void> {
    if (this.#changed.size === 0) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      await wait(keepAliveMs, AbortSignal.any([woken.signal, this.#ending.signal]));
      this.#wake = () => {};
    }
    if (this.#changed.size > 0) await wait(intervalMs - (Date.now() % intervalMs), this.#ending.signal);
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
