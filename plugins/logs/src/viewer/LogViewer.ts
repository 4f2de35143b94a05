import type { Http } from '@lading/contract';
import type { LogService } from '@lading/contract/rest';
import { action, makeObservable, observable, runInAction } from 'mobx';
import { logKey, streamAddress } from '../logsApi.ts';
import { Countdown } from './Countdown.ts';
import { EarlierSearch } from './EarlierSearch.ts';
import { fetchConfig, fetchSources } from './fetchSources.ts';
import { LiveStream } from './LiveStream.ts';
import { LogFilter } from './LogFilter.ts';
import type { LogLines } from './LogLines.ts';
import { LogPages } from './LogPages.ts';
import { LogSelection } from './LogSelection.ts';
import { ShownLines } from './ShownLines.ts';
import { UnreachableNodes } from './UnreachableNodes.ts';

/** Loads the lines of the selected logs, and continues from their ends, at each refresh or live. */
export class LogViewer {
  readonly selection = new LogSelection();
  readonly lines = new ShownLines();
  readonly filter = new LogFilter(this.lines);
  readonly countdown = new Countdown(() => void this.refresh());
  readonly stream = new LiveStream({
    lines: ({ log, skipped, data }) => this.#logOf(log)?.append(data, skipped),
    unreachable: ({ node, message }) => this.unreachable.add(node, message),
    denied: () => void this.refresh(),
  });
  readonly unreachable = new UnreachableNodes();
  readonly pages: LogPages;
  readonly search = new EarlierSearch(this.lines, this.filter, () => this.loadEarlier());
  readonly #http: Http;
  #current = new AbortController();
  #refreshing: Promise<void> | undefined;
  /** `waiting`: no response yet. */
  state: 'waiting' | 'loaded' | 'failed' = 'waiting';
  cause = '';
  busy = false;
  /** New lines are streamed when possible. */
  live = false;
  /** The line of a link: `offset.fileId`. */
  linked = '';

  constructor(http: Http) {
    this.#http = http;
    this.pages = new LogPages(http, this.lines);
    makeObservable(this, {
      state: observable,
      cause: observable,
      busy: observable,
      live: observable,
      linked: observable,
      reset: action,
      setLive: action,
      link: action,
    });
  }

  /**
   * Selects a product, then loads its nodes, configuration, and logs; selects `file` and `node` if
   * the product has them. Never rejects.
   */
  async changeService(product: LogService, file = '', node = ''): Promise<void> {
    this.selection.markServiceChanged();
    this.selection.selectProduct(product);
    this.selection.selectFile(file);
    this.selection.selectNode(node);
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
    await this.#attempt(signal, () => this.#open(signal));
  }

  /** Loads nodes, configuration, and logs of the selected product and node. Never rejects. */
  async load(): Promise<void> {
    const signal = this.#begin();
    await this.#attempt(signal, async () => {
      const config = await fetchConfig(this.#http, this.selection, signal);
      if (signal.aborted) return;
      this.selection.take(config);
      this.countdown.restart(config.refresh_rate_millis);
      await this.#open(signal);
    });
  }

  /** Appends the lines since the last response, or repeats the failed request. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Counts down to the next refresh, unless new lines are streamed. */
  tick(): void {
    if (!this.#isStreaming) this.countdown.tick();
  }

  /** Retries after a failure. Never rejects. */
  async retry(): Promise<void> {
    this.countdown.resume();
    await this.refresh();
  }

  pause(): void {
    this.countdown.pause();
    this.stream.close();
  }

  resume(): void {
    this.countdown.resume();
    if (this.live) void this.refresh();
  }

  setLive(live: boolean): void {
    if (live === this.live) return;
    this.live = live;
    if (!live) this.stream.close();
    else if (this.state === 'loaded') void this.retry();
  }

  /** Closes the stream of a hidden page, because browsers limit connections, and opens it again. */
  setVisible(visible: boolean): void {
    if (!this.live || this.countdown.paused) return;
    if (visible) void this.refresh();
    else this.stream.close();
  }

  /** The loaded file is not the one of the link, or does not have its line. */
  get isLinkedLineMissing(): boolean {
    const [log] = this.lines.logs;
    if (this.linked === '' || this.state !== 'loaded' || this.busy || !log || this.lines.isMerged)
      return false;
    return !log.all.some(({ position }) => position === this.linked);
  }

  /** Selects the line of a link, and loads it if its file still exists. Never rejects. */
  async link(position: string): Promise<void> {
    this.linked = position;
    const [log] = this.lines.logs;
    if (position === '' || !log || this.lines.isMerged) return;
    await this.#page((signal) => this.pages.loadAround(log, position, signal));
  }

  /** Never rejects. */
  loadEarlier(): Promise<void> {
    return this.#page((signal) => this.pages.loadEarlier(signal));
  }

  /** Never rejects. */
  loadLater(): Promise<void> {
    return this.#page((signal) => this.pages.loadLater(signal));
  }

  /** Never rejects. */
  loadStart(): Promise<void> {
    return this.#page((signal) => this.pages.loadStart(signal));
  }

  /** Never rejects. */
  loadEnd(): Promise<void> {
    return this.#page((signal) => this.pages.loadEnd(signal));
  }

  /** Clears everything and selects the default product. */
  reset(): void {
    this.#begin();
    this.live = false;
    this.linked = '';
    this.selection.reset();
    this.countdown.resume();
    this.countdown.restart();
  }

  dispose(): void {
    this.#current.abort();
    this.stream.close();
    this.search.stop();
    this.filter.dispose();
  }

  /** Unreachable nodes are read again by a new stream. */
  get #isStreaming(): boolean {
    return this.stream.state === 'open' && !this.unreachable.any;
  }

  async #refresh(): Promise<void> {
    this.countdown.restart();
    if (this.#isStreaming) return;
    this.stream.close();
    if (this.lines.logs.length === 0) return this.load();
    const { signal } = this.#current;
    await this.#attempt(signal, () => this.#loadLines(signal));
  }

  async #open(signal: AbortSignal): Promise<void> {
    const sources = await fetchSources(this.#http, this.selection, signal);
    if (signal.aborted) return;
    this.lines.show(sources);
    await this.#loadLines(signal);
    if (!signal.aborted) await this.link(this.linked);
  }

  async #loadLines(signal: AbortSignal): Promise<void> {
    const { logs } = this.lines;
    const failed = new Map<string, unknown>();
    await Promise.all(
      logs.map(async (log) => {
        await this.pages.loadNew(log, signal).catch((error: unknown) => {
          failed.set(log.source.node, error);
        });
      }),
    );
    if (signal.aborted) return;
    // The logs of other nodes remain readable while one is down.
    const [[, first] = []] = failed;
    if (failed.size > 0 && failed.size === this.selection.selectedNodes.length) throw first;
    this.unreachable.replace(failed);
    if (!this.live || this.countdown.paused || logs.length === 0) return;
    if (document.visibilityState !== 'hidden') this.stream.open(streamAddress(logs));
  }

  async #page(load: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#current;
    await this.#attempt(signal, () => load(signal));
  }

  #logOf(key: string): LogLines | undefined {
    return this.lines.logs.find(({ source }) => logKey(source) === key);
  }

  /** Aborts the requests for the previous selection. */
  #begin(): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    this.#refreshing = undefined;
    this.stream.close();
    this.pages.reset();
    this.search.stop();
    runInAction(() => {
      this.lines.show([]);
      this.unreachable.replace(new Map());
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
