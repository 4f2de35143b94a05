import type { Http } from '@lading/contract';
import type { LogData } from '@lading/contract/rest';
import { makeObservable, observable, runInAction } from 'mobx';
import { fetchLogData, type LogRange } from '../logsApi.ts';
import type { LogLines } from './LogLines.ts';
import { readPosition } from './positions.ts';
import type { ShownLines } from './ShownLines.ts';

/** Bytes of each request, so that a log of any size opens at its end. */
const PAGE = 1024 ** 2;

/**
 * Loads pages of logs: their ends, and the pages before and after the loaded lines, which drop
 * lines that are far away. So a log of any size needs the same memory.
 */
export class LogPages {
  readonly #http: Http;
  readonly #lines: ShownLines;
  /** A page is being loaded. */
  loading = false;
  #run = 0;

  constructor(http: Http, lines: ShownLines) {
    this.#http = http;
    this.#lines = lines;
    makeObservable(this, { loading: observable });
  }

  /** Loads the end of a log, or the lines since the last response. Throws `HttpFailure`. */
  async loadNew(log: LogLines, signal: AbortSignal): Promise<void> {
    const { offset, fileId } = log;
    const range = offset === undefined ? { limit: this.#size } : { file_size: offset, file_id: fileId };
    const data = await this.#fetch(log, range, signal);
    if (!signal.aborted) log.append(data);
  }

  /** Throws `HttpFailure`. */
  loadEarlier(signal: AbortSignal): Promise<void> {
    return this.#once(async () => {
      const log = this.#lines.earliest;
      if (!log?.first) return;
      const { offset, fileId } = log.first;
      const data = await this.#fetch(log, { end: offset, file_id: fileId, limit: this.#size }, signal);
      if (signal.aborted) return;
      const isPreviousFile = offset === 0 && data.restarted === 'rotated' && data.log_content !== '';
      if (data.restarted && !isPreviousFile) await this.#reopen(log, signal);
      else log.prepend(data);
    });
  }

  /** Throws `HttpFailure`. */
  loadLater(signal: AbortSignal): Promise<void> {
    return this.#once(async () => {
      const log = this.#lines.latest;
      if (!log?.last) return;
      const { offset, fileId } = log.last;
      const data = await this.#fetch(log, { from: offset, file_id: fileId, limit: this.#size }, signal);
      if (signal.aborted) return;
      const isNextFile = data.restarted === 'rotated' && data.log_content !== '';
      // The file was emptied, or no longer exists.
      if (!isNextFile && (data.start !== offset || data.log_content === '')) await this.#reopen(log, signal);
      else log.extend(data);
    });
  }

  /** Shows the first lines of the files. Throws `HttpFailure`. */
  loadStart(signal: AbortSignal): Promise<void> {
    return this.#once(async () => {
      await Promise.all(this.#lines.logs.map((log) => this.#replace(log, { from: 0 }, signal)));
    });
  }

  /** Shows the ends of the logs. Throws `HttpFailure`. */
  loadEnd(signal: AbortSignal): Promise<void> {
    return this.#once(async () => {
      const away = this.#lines.logs.filter(({ hasLater }) => hasLater);
      await Promise.all(away.map((log) => this.#reopen(log, signal)));
    });
  }

  /** Shows the lines around a line, if its file still exists. Throws `HttpFailure`. */
  loadAround(log: LogLines, position: string, signal: AbortSignal): Promise<void> {
    return this.#once(async () => {
      const { offset, fileId } = readPosition(position) ?? {};
      if (offset === undefined || fileId === undefined) return;
      if (log.all.some((line) => line.position === position)) return;
      await this.#replace(log, { from: Math.max(0, offset - PAGE / 2), file_id: fileId }, signal);
    });
  }

  /** Forgets what is being loaded: other logs are shown. */
  reset(): void {
    this.#run += 1;
    runInAction(() => {
      this.loading = false;
    });
  }

  get #size(): number {
    return Math.ceil(PAGE / Math.max(1, this.#lines.logs.length));
  }

  async #reopen(log: LogLines, signal: AbortSignal): Promise<void> {
    const data = await this.#fetch(log, { limit: this.#size }, signal);
    if (!signal.aborted) log.open(data);
  }

  async #replace(log: LogLines, range: LogRange, signal: AbortSignal): Promise<void> {
    const data = await this.#fetch(log, { ...range, limit: this.#size }, signal);
    if (!signal.aborted && !data.restarted) log.replace(data);
  }

  /** One page at a time: each continues where the previous one ended. */
  async #once(load: () => Promise<void>): Promise<void> {
    if (this.loading) return;
    const run = this.#run;
    runInAction(() => {
      this.loading = true;
    });
    try {
      await load();
    } finally {
      if (run === this.#run) this.reset();
    }
  }

  #fetch({ source }: LogLines, range: LogRange, signal: AbortSignal): Promise<LogData> {
    return fetchLogData(this.#http, source, range, signal);
  }
}
