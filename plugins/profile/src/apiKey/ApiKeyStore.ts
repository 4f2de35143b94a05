import { action, makeObservable, observable, runInAction } from 'mobx';
import type { Outcome, ProfileStore } from '../page/ProfileStore.ts';
import { type Credentials, makeApiKey, readApiKey, renewApiKey, revokeApiKey } from './apiKeyApi.ts';

/** Realm of users who sign in with an OAuth provider. */
export const OAUTH_REALM = 'oauth';

/** The user's single API key, which is read only after the password was entered again. */
export class ApiKeyStore {
  readonly #profile: ProfileStore;

  /** `undefined`: not read yet; empty: no API key exists. */
  apiKey: string | undefined;
  busy = false;
  failure: string | undefined;

  constructor(profile: ProfileStore) {
    this.#profile = profile;
    makeObservable(this, { apiKey: observable, busy: observable, failure: observable, forget: action });
  }

  read(): Promise<boolean> {
    return this.#do((again) => readApiKey(this.#profile.http, again));
  }

  make(): Promise<boolean> {
    return this.#do((again) => makeApiKey(this.#profile.http, again));
  }

  renew(): Promise<boolean> {
    return this.#do((again) => renewApiKey(this.#profile.http, again));
  }

  revoke(): Promise<boolean> {
    return this.#do(async () => {
      await revokeApiKey(this.#profile.http);
      return '';
    });
  }

  /** Clears the key, so that it is not visible while the profile is locked. */
  forget(): void {
    this.apiKey = undefined;
    this.failure = undefined;
  }

  /** Returns whether the call succeeded. */
  async #do(work: (again: Credentials | undefined) => Promise<string>): Promise<boolean> {
    if (this.busy) return false;
    runInAction(() => {
      this.busy = true;
      this.failure = undefined;
    });
    let key: string | undefined;
    const outcome: Outcome = await this.#profile.attempt(async () => {
      key = await work(this.#again());
    });
    runInAction(() => {
      this.busy = false;
      if (outcome.done) this.apiKey = key;
      else this.failure = outcome.cause;
    });
    return outcome.done;
  }

  /** Users of the OAuth realm have no password here and send an empty one. */
  #again(): Credentials | undefined {
    const user = this.#profile.profile?.user;
    return user?.realm === OAUTH_REALM ? { name: user.name, password: '' } : undefined;
  }
}
