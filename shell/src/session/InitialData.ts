import type { Http } from '@lading/contract';
import { HttpFailure } from '@lading/contract';
import type { FeaturesConfiguration, Footer, UserData } from '@lading/contract/rest';
import { action, makeObservable, observableRef } from 'mobx';
import { causeOf, logFailure } from '../log/log.ts';
import { REQUEST_TIMEOUT_MS } from '../startup/requests.ts';
import type { PlatformStore } from './PlatformStore.ts';
import type { UserStore } from './UserStore.ts';

const USER = '/ui/api/v1/ui/auth/current';
const FOOTER = '/ui/api/v1/system/auth/screen/footer';
const FEATURES = '/ui/api/v1/system/features';

/** What every page but the public ones needs to be known: fetched once, and again after a sign-in or a failure. */
export class InitialData {
  state: 'missing' | 'ready' | 'failed' = 'missing';
  readonly #http: Http;
  readonly #user: UserStore;
  readonly #platform: PlatformStore;
  #running: Promise<void> | undefined;

  constructor(http: Http, user: UserStore, platform: PlatformStore) {
    this.#http = http;
    this.#user = user;
    this.#platform = platform;
    makeObservable<InitialData, 'enter'>(this, { state: observableRef, enter: action, reset: action });
  }

  /** Never rejects: a failure is a state, with which the guards go on. */
  ensure(): Promise<void> {
    this.#running ??= this.#fetch();
    return this.#running;
  }

  /** The next page fetches it anew. */
  reset(): void {
    this.#running = undefined;
    this.state = 'missing';
  }

  private enter(state: InitialData['state']): void {
    this.state = state;
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
      this.enter('failed');
    }
  }

  /** Never rejects: name, licence and features are no reason to keep anybody from the pages. */
  async #askPlatform(): Promise<void> {
    const until = Date.now() + REQUEST_TIMEOUT_MS;
    let features: FeaturesConfiguration['features'] | undefined;
    try {
      const footer = await this.#http.json<Footer>(FOOTER, { timeout: REQUEST_TIMEOUT_MS });
      this.#platform.take(footer);
      features = footer.features;
    } catch (error) {
      logFailure(`The footer could not be fetched: ${causeOf(error)}`);
    }
    // Without them the features are as the plug-ins say.
    try {
      const timeout = Math.max(1, until - Date.now());
      features ??= (await this.#http.json<FeaturesConfiguration>(FEATURES, { timeout })).features;
      this.#platform.takeFeatures({ features });
    } catch (error) {
      logFailure(`The features could not be fetched: ${causeOf(error)}`);
    }
  }

  async #currentUser(): Promise<UserData | undefined> {
    try {
      return await this.#http.json<UserData>(USER, { timeout: REQUEST_TIMEOUT_MS });
    } catch (error) {
      if (error instanceof HttpFailure && error.status === 401) return undefined;
      throw error;
    }
  }
}
