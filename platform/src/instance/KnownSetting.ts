import { type PlatformSettings, readSetting } from './platformSettings.ts';

/** Milliseconds until other nodes apply a change. */
const rereadAfter = 5000;

/** Caches a setting, so that requests never wait for the database. */
export class KnownSetting<Name extends keyof PlatformSettings> {
  readonly #name: Name;
  #known: PlatformSettings[Name] | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(name: Name) {
    this.#name = name;
  }

  /** Returns the last known value, and rereads an old one in the background. */
  get current(): PlatformSettings[Name] | undefined {
    if (performance.now() - this.#readAt > rereadAfter) void this.refresh();
    return this.#known;
  }

  /** Rereads the setting. If that fails, the last known value stays. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    this.#readAt = performance.now();
    this.#known = await readSetting(this.#name).catch(() => this.#known);
  }
}
