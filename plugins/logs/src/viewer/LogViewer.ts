import type { Http } from '@lading/contract';
import type { LogService } from '@lading/contract/rest';
import { action, makeObservable, observable, runInAction } from 'mobx';
import { fetchLogConfig, fetchLogData, type LogRange } from '../logsApi.ts';
import { Countdown } from './Countdown.ts';
import { LogFilter } from './LogFilter.ts';
import { LogLines } from './LogLines.ts';
import { LogSelection } from './LogSelection.ts';

/**
 * Bytes of the first request and of each request for earlier lines, so that a log of any size opens
 * at its end.
 */
const PAGE = 1024 ** 2;

/** Loads the lines of the selected log, and continues from their end at each refresh. */
export class LogViewer {
  readonly selection = new LogSelection();
  readonly lines = new LogLines();
  readonly filter = new LogFilter(this.lines);
  readonly countdown = new Countdown(() => void this.refresh());
  readonly #http: Http;
  #current = new AbortController();
  #refreshing: Promise<void> | undefined;
  /** `waiting`: no response yet. */
  state: 'waiting' | 'loaded' | 'failed' = 'waiting';
  cause = '';
  busy = false;

  constructor(http: Http) {
    this.#http = http;
    makeObservable(this, { state: observable, cause: observable, busy: observable, reset: action });
  }

  /**
   * Selects a product, then loads its nodes, configuration, and logs; selects `file` if the product
   * has it. Never rejects.
   */
  async changeService(product: LogService, file = ''): Promise<void> {
    this.selection.markServiceChanged();
    this.selection.selectProduct(product);
    this.selection.selectFile(file);
    await this.load();
  }

  /** Never rejects. */
  async changeNode(node: string): Promise<void> {
    this.selection.selectNode(node);
    await this.load();
  }

  /** Never rejects. */
  async changeFile(file: string): Promise<void> {
    this.selection.selectFile(file);
    const signal = this.#begin();
    await this.#attempt(signal, () => this.#loadLines(signal));
  }

  /** Loads nodes, configuration, and logs of the selected product and node. Never rejects. */
  async load(): Promise<void> {
    const signal = this.#begin();
    await this.#attempt(signal, async () => {
      const config = await fetchLogConfig(this.#http, this.selection, signal);
      if (signal.aborted) return;
      this.selection.take(config);
      this.countdown.restart(config.refresh_rate_millis);
      if (this.selection.file !== '') await this.#loadLines(signal);
    });
  }

  /** Appends the lines since the last response, or repeats the failed request. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Retries after a failure. Never rejects. */
  async retry(): Promise<void> {
    this.countdown.resume();
    await this.refresh();
  }

  /** Never rejects. */
  async loadEarlier(): Promise<void> {
    const { signal } = this.#current;
    await this.#attempt(signal, async () => {
      const data = await this.#fetch({ end: this.lines.start, limit: PAGE }, signal);
      if (!signal.aborted) this.lines.prepend(data);
    });
  }

  /** Clears everything and selects the default product. */
  reset(): void {
    this.#begin();
    this.selection.reset();
    this.countdown.resume();
    this.countdown.restart();
  }

  dispose(): void {
    this.#current.abort();
  }

  async #refresh(): Promise<void> {
    this.countdown.restart();
    if (this.selection.file === '') return this.load();
    const { signal } = this.#current;
    await this.#attempt(signal, () => this.#loadLines(signal));
  }

  async #loadLines(signal: AbortSignal): Promise<void> {
    const { offset, fileId } = this.lines;
    const data = await this.#fetch(
      offset === undefined ? { limit: PAGE } : { file_size: offset, file_id: fileId },
      signal,
    );
    if (!signal.aborted) this.lines.append(data);
  }

  #fetch(range: LogRange, signal: AbortSignal) {
    return fetchLogData(this.#http, this.selection, range, signal);
  }

  /** Aborts the requests for the previous selection. */
  #begin(): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    this.#refreshing = undefined;
    runInAction(() => {
      this.lines.clear();
      this.state = 'waiting';
      this.cause = '';
    });
    return this.#current.signal;
  }

  async #attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const settle = (take: () => void) => {
      if (!signal.aborted) runInAction(take);
    };
    settle(() => {
      this.busy = true;
    });
    try {
      await work();
      settle(() => {
        this.state = 'loaded';
        this.cause = '';
      });
    } catch (error) {
      settle(() => {
        this.state = 'failed';
        this.cause = error instanceof Error ? error.message : String(error);
        this.countdown.pause();
      });
    } finally {
      settle(() => {
        this.busy = false;
      });
    }
  }
}
