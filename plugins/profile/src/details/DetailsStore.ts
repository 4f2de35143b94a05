import { action, computed, makeObservable, observable, runInAction } from 'mobx';
import type { ProfileStore } from '../page/ProfileStore.ts';

/** Editable profile fields other than the password: the email address. */
export class DetailsStore {
  readonly #profile: ProfileStore;

  /** Typed value; `undefined` when unchanged. */
  draft: string | undefined;
  wrong = false;
  busy = false;
  failure: string | undefined;

  constructor(profile: ProfileStore) {
    this.#profile = profile;
    makeObservable(this, {
      draft: observable,
      wrong: observable,
      busy: observable,
      failure: observable,
      email: computed,
      dirty: computed,
      type: action,
      check: action,
    });
  }

  get email(): string {
    return this.draft ?? this.#profile.profile?.user.email ?? '';
  }

  get dirty(): boolean {
    return this.draft !== undefined && this.draft.trim() !== this.#profile.profile?.user.email;
  }

  type(email: string): void {
    this.draft = email;
    this.wrong = false;
  }

  /**
   * Validates the value when the field loses focus and before saving; returns whether it is valid.
   */
  check(): boolean {
    const email = this.email.trim();
    this.wrong = email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email);
    return !this.wrong;
  }

  /** Returns whether the value was saved. */
  async save(): Promise<boolean> {
    if (this.busy || !this.check()) return false;
    runInAction(() => {
      this.busy = true;
      this.failure = undefined;
    });
    const outcome = await this.#profile.save({ email: this.email.trim() });
    runInAction(() => {
      this.busy = false;
      if (outcome.done) this.draft = undefined;
      else this.failure = outcome.cause;
    });
    return outcome.done;
  }
}
