import type { Http } from '@lading/contract';
import { HttpFailure } from '@lading/contract';
import type { FeaturesConfiguration, Footer, UserData } from '@lading/contract/rest';
import { action, makeObservable, observable, observableRef } from 'mobx';
import { causeOf, logFailure } from '../log/log.ts';
import { REQUEST_TIMEOUT_MS } from '../startup/requests.ts';
import type { PlatformStore } from './PlatformStore.ts';
import type { UserStore } from './UserStore.ts';

export const USER = '/ui/api/v1/ui/auth/current';
const FOOTER = '/ui/api/v1/system/auth/screen/footer';
const FEATURES = '/ui/api/v1/system/features';

/** Requests whose failure does not block pages. */
type Helpful = 'footer' | 'features';

/**
 * Data that all pages but the public ones need. Loaded once, and again after a sign-in or a
 * failure.
 */
export class InitialData {
  state: 'missing' | 'ready' | 'failed' = 'missing';
  /** Why the user failed to load, until a request succeeds. */
  cause: string | undefined = undefined;
  /** Causes of failed optional requests. */
  readonly failures = observable.map<Helpful, string>();
  readonly #http: Http;
  readonly #user: UserStore;
  readonly #platform: PlatformStore;
  #running: Promise<void> | undefined;

  constructor(http: Http, user: UserStore, platform: PlatformStore) {
    this.#http = http;
    this.#user = user;
    this.#platform = platform;
    makeObservable<InitialData, 'enter'>(this, {
      state: observableRef,
      cause: observableRef,
      enter: action,
      reset: action,
    });
  }

  /** Loads the data once. Never rejects: a failure is a state that the guards handle. */
  ensure(): Promise<void> {
    this.#running ??= this.#fetch();
    return this.#running;
  }

  /** Reloads the data after a sign-in. */
  renew(): Promise<void> {
    this.reset();
    return this.ensure();
  }

  /** Reloads the data while a page stays on the screen. On failure, nothing changes. */
  async refresh(): Promise<void> {
    await this.#askPlatform();
    try {
      this.#user.take(await this.#currentUser());
    } catch (error) {
      logFailure(`The user data could not be fetched: ${causeOf(error)}`);
    }
  }

  /** Discards the data, so that the next page reloads it. */
  reset(): void {
    this.#running = undefined;
    this.state = 'missing';
  }

  /** Retries the optional requests. Never rejects. */
  retry(): Promise<void> {
    return this.#askPlatform();
  }

  private enter(state: InitialData['state'], cause?: string): void {
    this.state = state;
    this.cause = cause;
  }

  async #fetch(): Promise<void> {
    const platform = this.#askPlatform();
    try {
      this.#user.take(await this.#currentUser());
      await platform;
      this.enter('ready');
    } catch (error) {
      logFailure(`The user data could not be fetched: ${causeOf(error)}`);
      this.#running = undefined;
      this.enter('failed', causeOf(error));
    }
  }

  /** Loads name, license, and features. Never rejects: their failure must not block pages. */
  async #askPlatform(): Promise<void> {
    const until = Date.now() + REQUEST_TIMEOUT_MS;
    let features: FeaturesConfiguration['features'] | undefined;
    await this.#note('footer', async () => {
      const footer = await this.#http.json<Footer>(FOOTER, { timeout: REQUEST_TIMEOUT_MS });
      if (typeof footer?.serverName !== 'string') throw new Error('The response contains no server name');
      this.#platform.take(footer);
      features = footer.features;
    });
    // If this fails, features have the values declared by their plugins.
    await this.#note('features', async () => {
      const timeout = Math.max(1, until - Date.now());
      features ??= (await this.#http.json<FeaturesConfiguration>(FEATURES, { timeout }))?.features;
      this.#platform.takeFeatures({ features });
    });
  }

  async #note(name: Helpful, ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
      this.failures.delete(name);
    } catch (error) {
      logFailure(`The ${name} could not be fetched: ${causeOf(error)}`);
      this.failures.set(name, causeOf(error));
    }
  }

  async #currentUser(): Promise<UserData | undefined> {
    try {
      const data = await this.#http.json<UserData>(USER, { timeout: REQUEST_TIMEOUT_MS });
      if (typeof data?.name !== 'string' || data.name === '')
        throw new Error('The response contains no user name');
      return data;
    } catch (error) {
      if (error instanceof HttpFailure && error.status === 401) return undefined;
      throw error;
    }
  }
}
