import type { ConnectionService, Disposer } from '@lading/contract';
import { action, makeObservable, observable, when } from 'mobx';
import { Recoveries } from './Recoveries.ts';

/** Answered to everyone, by the platform itself. */
const PING = '/artifactory/api/system/ping';
const PING_TIMEOUT_MS = 5_000;
/** Pauses between two looks while the server is out of reach, in milliseconds; the last one goes on. */
export const LOOKS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** What a gateway says whose server is away. */
export const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Whether the server can be reached. The browser's own word only says when to look: it knows cables, not servers. While the
 * server is out of reach it is asked again and again; a tab that nobody sees waits until somebody does.
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

  /** Looks now; resolves to whether the server answers. */
  doubt(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** A call has failed because it had no answer. It is worth repeating when the server can be reached. */
  async lost(): Promise<void> {
    if (await this.doubt()) this.#recoveries.soon();
  }

  /** For a call without an answer: whether the server was out of reach and is back, which is waited for. */
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
