import type { Disposer } from '@lading/contract';
import { autorun } from 'mobx';

const EVERY_MS = 1_000;
/** Events after which a reason may have changed. `blur`: the user turns to the page. */
const EVENTS = ['input', 'click', 'keyup', 'blur'];

/**
 * Reasons of a plugin not to leave. The page needs the current one at once when the user leaves and
 * cannot call them, so that it is told of each change. Reasons may depend on anything.
 */
export class UnsavedReasons {
  readonly #reasons = new Set<() => string | undefined>();
  readonly #post: (reason: string | undefined) => void;
  readonly #mount: AbortSignal;
  #told: string | undefined;
  #watched = new AbortController();

  constructor(post: (reason: string | undefined) => void, mount: AbortSignal) {
    this.#post = post;
    this.#mount = mount;
  }

  add(reason: () => string | undefined): Disposer {
    // The same function may be added twice.
    const own = () => reason();
    this.#reasons.add(own);
    if (this.#reasons.size === 1) this.#watch();
    const stop = autorun(() => this.tell());
    return () => {
      stop();
      this.#reasons.delete(own);
      if (this.#reasons.size === 0) this.#watched.abort();
      this.tell();
    };
  }

  /** Tells the page the first reason if it has changed. */
  tell(): void {
    let said: string | undefined;
    for (const reason of this.#reasons) {
      said = reason();
      if (said !== undefined) break;
    }
    if (said === this.#told) return;
    this.#told = said;
    this.#post(said);
  }

  #watch(): void {
    this.#watched = new AbortController();
    const signal = AbortSignal.any([this.#watched.signal, this.#mount]);
    // After the plugin's own listeners and the rendering that they cause.
    const soon = () => void setTimeout(() => signal.aborted || this.tell());
    for (const event of EVENTS) window.addEventListener(event, soon, { capture: true, signal });
    const timer = setInterval(() => this.tell(), EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}
