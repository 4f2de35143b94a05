import type { PluginFailure, PluginModule, PluginProps, PluginState } from '@lading/contract';
import type { SlotLifecycles } from '@lading/contract/host';
import { autorun, makeObservable, observable, runInAction } from 'mobx';
import { Attempt, type AttemptClocks } from './Attempt.ts';
import type { PluginRecord } from './PluginRecord.ts';
import { type Failure, loadFailure, type StageFailure } from './StageFailure.ts';

/** Delay before a panel reports slow loading and offers Retry, in milliseconds. */
export const SLOW_AFTER_MS = 5_000;

export interface SlotOptions {
  readonly clocks: AttemptClocks;
  /** Parent element of the plugin's host. */
  readonly content: HTMLElement;
  readonly load: () => Promise<PluginModule>;
  /** Discards the code before another attempt, so that it is fetched and evaluated again. */
  readonly forget: () => Promise<void>;
  readonly props: (host: HTMLElement, signal: AbortSignal) => PluginProps;
  /** Creates the panel shown in place of a slow or failed plugin, with a Retry button. */
  readonly panel: (reason: 'slow' | PluginFailure) => HTMLElement;
}

/**
 * Place of a plugin on the screen. The scheduler reports only wanted or not wanted and gets an
 * immediate result. The slot runs one attempt at a time to load, start, and mount the plugin, with
 * its own timeouts.
 */
export class Slot implements SlotLifecycles {
  readonly element: HTMLElement;
  readonly #record: PluginRecord;
  readonly #options: SlotOptions;
  #attempt: Attempt | undefined;
  /** Unmount in progress. The next attempt waits for it. */
  #ending: Promise<void> = Promise.resolve();
  #panel: { reason: 'slow' | PluginFailure; element: HTMLElement } | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  isWanted = false;
  isSlow = false;

  constructor(record: PluginRecord, options: SlotOptions) {
    this.#record = record;
    this.#options = options;
    this.element = document.createElement('div');
    this.element.className = 'lading-slot';
    this.element.dataset.plugin = record.name;
    makeObservable(this, { isWanted: observable, isSlow: observable });
    autorun(() => this.#draw());
  }

  wanted(): void {
    runInAction(() => {
      this.isWanted = true;
      if (this.#record.refused) return;
      if (this.#attempt) this.#watchForSlowness(this.#attempt);
      else this.#begin(this.#record.state.status === 'failed');
    });
  }

  unwanted(): void {
    runInAction(() => {
      this.isWanted = false;
      this.#calm();
      if (this.#attempt?.mounted) this.#leave(this.#attempt);
    });
  }

  /** Replaces a failed or slow attempt with a new one. Off the screen, only the code is fetched. */
  retry(): void {
    runInAction(() => {
      if (this.#record.refused) return;
      this.#attempt?.abandon();
      this.#attempt = undefined;
      if (this.isWanted) this.#begin(true);
      else this.#check();
    });
  }

  /** Replaces a plugin that can no longer be used with its failure. */
  crash(failure: Failure): void {
    runInAction(() => this.#attempt && this.#failed(this.#attempt, failure));
  }

  #begin(anew: boolean): void {
    const attempt = new Attempt(this.#options.clocks, this.#options.props);
    this.#attempt = attempt;
    this.#record.enter('loading');
    this.#watchForSlowness(attempt);
    const load = async () => {
      await this.#ending;
      if (anew) await this.#options.forget();
      return this.#options.load();
    };
    let loadedAt = attempt.begun;
    const loaded = () => {
      loadedAt = Date.now();
      runInAction(() => this.#record.enter('ready'));
    };
    attempt.run(load, loaded).then(
      () => {
        this.#record.timed(loadedAt - attempt.begun, Date.now() - loadedAt);
        runInAction(() => this.#arrived(attempt));
      },
      (failure: StageFailure) => runInAction(() => this.#failed(attempt, failure)),
    );
  }

  #arrived(attempt: Attempt): void {
    if (attempt.dropped) return;
    this.#calm();
    this.#record.enter('mounted');
    if (!this.isWanted) this.#leave(attempt);
  }

  #failed(attempt: Attempt, failure: Failure): void {
    if (attempt.dropped) return;
    attempt.abandon();
    this.#attempt = undefined;
    this.#calm();
    this.#fail(failure);
  }

  #leave(attempt: Attempt): void {
    this.#attempt = undefined;
    // A failure shown on the screen stays until the next attempt.
    if (this.#record.state.status !== 'failed') this.#record.enter('ready');
    this.#ending = attempt.end().catch((failure: StageFailure) =>
      runInAction(() => {
        // A newer attempt has its own state.
        if (this.#attempt) this.#record.note(failure.class, failure.message, failure.cause);
        else this.#fail(failure);
      }),
    );
  }

  #check(): void {
    this.#record.enter('loading');
    const loaded = this.#options.forget().then(this.#options.load);
    loaded.then(
      () => runInAction(() => this.#attempt || this.#record.enter('ready')),
      (error: unknown) => runInAction(() => this.#attempt || this.#fail(loadFailure(error))),
    );
  }

  #fail({ class: found, message, cause, resolved }: Failure): void {
    const logAs = resolved && found === 'timeout' ? 'evaluation' : found;
    this.#record.fail(found, message, cause, logAs);
  }

  #watchForSlowness(attempt: Attempt): void {
    this.#calm();
    if (attempt.mounted) return;
    const left = Math.max(0, attempt.begun + SLOW_AFTER_MS - Date.now());
    this.#slowTimer = setTimeout(() => runInAction(() => (this.isSlow = true)), left);
  }

  #calm(): void {
    clearTimeout(this.#slowTimer);
    this.isSlow = false;
  }

  /** Updates the slot's element: attached while wanted or while its content is still pending. */
  #draw(): void {
    const { state } = this.#record;
    const { element } = this;
    element.dataset.pluginState = state.status;
    element.hidden = !this.isWanted;
    const host = this.#attempt?.host;
    // An attached host is not moved: its content would lose focus and scroll position.
    if (host && host.parentElement !== element) element.append(host);
    this.#showPanel(state);
    if (!this.isWanted && !host) element.remove();
    else if (element.parentElement !== this.#options.content) this.#options.content.append(element);
  }

  #showPanel(state: PluginState): void {
    const failed = state.status === 'failed' && !this.#attempt;
    const reason = !this.isWanted ? undefined : this.isSlow ? 'slow' : failed ? state.failure : undefined;
    if (reason === this.#panel?.reason) return;
    this.#panel?.element.remove();
    this.#panel = undefined;
    if (reason === undefined) return;
    const element = this.#options.panel(reason);
    this.#panel = { reason, element };
    this.element.prepend(element);
  }
}
