import type { Http } from '@lading/contract';
import type { ProfileChange, UserProfile } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { causeOf, wantsPassword } from './failures.ts';
import { readProfile, saveProfile, unlockProfile } from './profileApi.ts';

/** How long the platform unlocks a profile, in milliseconds. */
export const UNLOCKED_MS = 300_000;
/**
 * Minimum time for which a profile that the platform reports as unlocked stays unlocked here,
 * because the clocks of browser and platform can differ. In milliseconds.
 */
const LEAST_MS = 5_000;

/** Result of an attempted change. */
export type Outcome =
  | { readonly done: true }
  | { readonly done: false; readonly cause: string; readonly error: unknown };

const DONE: Outcome = { done: true };

/**
 * Profile of the user, and whether it can be changed now: for five minutes after the password was
 * entered.
 */
export class ProfileStore {
  readonly http: Http;
  #lockTimer: ReturnType<typeof setTimeout> | undefined;

  profile: UserProfile | undefined;
  error: Error | undefined;
  unlocked = false;

  constructor(http: Http) {
    this.http = http;
    makeObservable(this, {
      profile: observableRef,
      error: observableRef,
      unlocked: observableRef,
      passwordElsewhere: computed,
      take: action,
      lock: action,
    });
  }

  /**
   * No password to prompt for: an identity provider authenticates the user, or the user has only
   * tokens.
   */
  get passwordElsewhere(): boolean {
    return this.profile?.user.internalPasswordDisabled ?? false;
  }

  async load(): Promise<void> {
    runInAction(() => {
      this.error = undefined;
    });
    try {
      this.take(await readProfile(this.http));
    } catch (cause) {
      runInAction(() => {
        this.error = cause instanceof Error ? cause : new Error(String(cause));
      });
    }
  }

  async unlock(password: string): Promise<Outcome> {
    return this.attempt(async () => this.take(await unlockProfile(this.http, password)));
  }

  async save(change: ProfileChange): Promise<Outcome> {
    return this.attempt(async () => this.take(await saveProfile(this.http, change)));
  }

  /** Runs a change that can require the password again; if it does, the profile is locked. */
  async attempt(work: () => Promise<void>): Promise<Outcome> {
    try {
      await work();
      return DONE;
    } catch (error) {
      if (wantsPassword(error)) this.lock();
      return { done: false, cause: causeOf(error), error };
    }
  }

  take(profile: UserProfile): void {
    clearTimeout(this.#lockTimer);
    this.profile = profile;
    this.unlocked = profile.unlocked;
    if (!profile.unlocked) return;
    const left = Date.parse(profile.unlockedUntil ?? '') - Date.now();
    const wait = Number.isNaN(left) ? UNLOCKED_MS : Math.min(UNLOCKED_MS, Math.max(LEAST_MS, left));
    this.#lockTimer = setTimeout(() => this.lock(), wait);
  }

  lock(): void {
    this.unlocked = false;
  }

  dispose(): void {
    clearTimeout(this.#lockTimer);
  }
}
