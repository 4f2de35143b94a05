import { action, makeObservable, observable, runInAction } from 'mobx';
import type { Outcome, ProfileStore } from '../page/ProfileStore.ts';
import { type Credentials, makeApiKey, readApiKey, renewApiKey, revokeApiKey } from './apiKeyApi.ts';

/** The realm of those who sign in with an OAuth provider. */
export const OAUTH_REALM = 'oauth';

/** The user's one API key, which is read only after the password was shown again. */
export class ApiKeyStore {
  readonly #profile: ProfileStore;

  /** `undefined`: not read yet; empty: there is none. */
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

  /** What is locked is not left standing on the screen. */
  forget(): void {
    this.apiKey = undefined;
    this.failure = undefined;
  }

  /** Says whether it worked. */
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

  /** Who comes through an OAuth provider has no password here and shows an empty one. */
  #again(): Credentials | undefined {
    const user = this.#profile.profile?.user;
    return user?.realm === OAUTH_REALM ? { name: user.name, password: '' } : undefined;
  }
}
