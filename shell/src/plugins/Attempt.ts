import type { PluginModule, PluginProps } from '@lading/contract';
import { within } from './deadline.ts';
import { loadFailure, StageFailure } from './StageFailure.ts';

export interface AttemptClocks {
  /** Timeout for loading the code, in milliseconds. */
  readonly load: number;
  /** Timeout for bootstrap and mount together, in milliseconds. */
  readonly mount: number;
  /** Timeout for an unmount, in milliseconds. */
  readonly unmount: number;
}

/** One attempt to load, start, and mount a plugin in its own host element. */
export class Attempt {
  readonly host: HTMLElement;
  readonly begun = Date.now();
  readonly #controller = new AbortController();
  readonly #clocks: AttemptClocks;
  readonly #props: PluginProps;
  #module: PluginModule | undefined;
  #mounting: Promise<void> | undefined;
  #mountCalled = false;
  #mounted = false;
  #dropped = false;

  constructor(clocks: AttemptClocks, props: (host: HTMLElement, signal: AbortSignal) => PluginProps) {
    this.#clocks = clocks;
    this.host = document.createElement('div');
    this.host.className = 'lading-host';
    this.#props = props(this.host, this.#controller.signal);
  }

  get mounted(): boolean {
    return this.#mounted && !this.#dropped;
  }

  get dropped(): boolean {
    return this.#dropped;
  }

  /** Resolves when the plugin is mounted. Rejects with `StageFailure`. */
  async run(load: () => Promise<PluginModule>, loaded: () => void): Promise<void> {
    let module: PluginModule;
    try {
      module = await within(this.#clocks.load, load(), 'Loading');
    } catch (error) {
      throw loadFailure(error);
    }
    if (this.#dropped) return;
    this.#module = module;
    loaded();
    this.#mounting = this.#mount(module);
    try {
      await within(this.#clocks.mount, this.#mounting, 'Mounting');
      this.#mounted = true;
    } catch (error) {
      throw StageFailure.at('mount', error);
    }
  }

  /** Unmounts the plugin. Rejects with `StageFailure` when the unmount throws or times out. */
  async end(): Promise<void> {
    this.#drop();
    if (!this.#module) return;
    const module = this.#module;
    try {
      const unmounting = Promise.resolve().then(() => module.unmount(this.#props));
      await within(this.#clocks.unmount, unmounting, 'Unmounting');
    } catch (error) {
      throw new StageFailure('unmount', error);
    } finally {
      this.host.remove();
    }
  }

  /** Abandons the attempt: removes the host, and unmounts a mount that completes later. */
  abandon(): void {
    this.#drop();
    this.host.remove();
    const module = this.#module;
    // A failed mount may have started, so unmount is called. Errors are ignored: the attempt has no
    // observer.
    const unmount = () => (this.#mountCalled ? module?.unmount(this.#props) : undefined);
    this.#mounting?.then(unmount, unmount).catch(() => {});
  }

  #drop(): void {
    this.#dropped = true;
    this.#controller.abort();
  }

  async #mount(module: PluginModule): Promise<void> {
    try {
      await module.bootstrap(this.#props);
    } catch (error) {
      throw new StageFailure('bootstrap', error);
    }
    if (this.#dropped) return;
    this.#mountCalled = true;
    await module.mount(this.#props);
  }
}
