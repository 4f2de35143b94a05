import type { ConnectionService, Disposer } from '@lading/contract';
import { action, makeObservable, observable, when } from 'mobx';
import { Recoveries } from './Recoveries.ts';

/** Health endpoint of the platform. Needs no permission. */
const PING = '/artifactory/api/system/ping';
const PING_TIMEOUT_MS = 5_000;
/** Pauses between checks while the server is unreachable, in milliseconds. The last one repeats. */
export const LOOKS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Status codes of a gateway whose server is unreachable. */
export const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Tracks whether the server can be reached. The browser's online status only triggers a check,
 * because it reflects the network and not the server. While the server is unreachable it is checked
 * repeatedly; a hidden tab waits until it is visible.
 */
export class Connection implements ConnectionService {
  online = true;
  readonly #recoveries = new Recoveries();
  #looking: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;

  constructor() {
    makeObservable<Connection, 'enter'>(this, { online: observable, enter: action });
  }

  get recoveries(): number {
    return this.#recoveries.count;
  }

  watch(): Disposer {
    const look = () => void this.doubt();
    const lookIfAway = () => {
      if (!this.online && document.visibilityState === 'visible') look();
    };
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    document.addEventListener('visibilitychange', lookIfAway);
    return () => {
      clearTimeout(this.#timer);
      this.#recoveries.stop();
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
      document.removeEventListener('visibilitychange', lookIfAway);
    };
  }

  /** Checks the server now. Resolves to whether it responds. */
  doubt(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Reports a call that failed without a response. It is retried when the server is reachable. */
  async lost(): Promise<void> {
    if (await this.doubt()) this.#recoveries.soon();
  }

  /**
   * Waits for the server after a call without a response. Resolves to false if the server was
   * reachable all along, and to true once it is back.
   */
  async restored(signal: AbortSignal): Promise<boolean> {
    if (this.online && (await this.doubt())) return false;
    await when(() => this.online, { signal });
    return true;
  }

  async #look(): Promise<boolean> {
    clearTimeout(this.#timer);
    const reached = await answers();
    this.enter(reached);
    this.#looks = reached ? 0 : this.#looks + 1;
    if (!reached && document.visibilityState === 'visible') this.#lookLater();
    return reached;
  }

  #lookLater(): void {
    const pause = LOOKS_MS[Math.min(this.#looks, LOOKS_MS.length) - 1];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.doubt(), pause);
  }

  private enter(online: boolean): void {
    const back = online && !this.online;
    this.online = online;
    if (back) this.#recoveries.now();
  }
}

async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch(PING, { cache: 'no-store', signal: AbortSignal.timeout(PING_TIMEOUT_MS) });
    return !AWAY.has(status);
  } catch {
    return false;
  }
}
