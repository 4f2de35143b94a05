import type { PluginModule, PluginProps } from '@lading/contract';
import { within } from './deadline.ts';
import { loadFailure, StageFailure } from './StageFailure.ts';

export interface AttemptClocks {
  /** Milliseconds for the code to arrive. */
  readonly load: number;
  /** Milliseconds for bootstrap and mount together. */
  readonly mount: number;
  /** Milliseconds after which an unmount is no longer waited for. */
  readonly unmount: number;
}

/** One attempt to load, start and mount a plug-in, in a host element of its own. */
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

  /** Resolves when it is mounted. Rejects with `StageFailure`. */
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

  /** Unmounts what is mounted. Rejects with `StageFailure` when it throws or takes too long. */
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

  /** Gives it up as it is: its host goes, and what arrives later is unmounted there. */
  abandon(): void {
    this.#drop();
    this.host.remove();
    const module = this.#module;
    // A mount that failed may have begun; nobody is left to hear whether its unmount fails as well.
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
