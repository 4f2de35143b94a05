import type { Message } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { ProfileStore } from '../page/ProfileStore.ts';
import { messages } from './messages.ts';

export type PasswordKey = 'fresh' | 'again';

/** A new password for an unlocked profile. */
export class PasswordStore {
  readonly #profile: ProfileStore;

  values: Readonly<Record<PasswordKey, string>> = { fresh: '', again: '' };
  /** What is wrong with a field; a text is in the platform's words. */
  errors: Readonly<Partial<Record<PasswordKey, Message | string>>> = {};
  /** The user's access tokens and API key are revoked with the change. */
  revokesTokens = false;
  busy = false;
  failure: string | undefined;

  constructor(profile: ProfileStore) {
    this.#profile = profile;
    makeObservable(this, {
      values: observableRef,
      errors: observableRef,
      revokesTokens: observable,
      busy: observable,
      failure: observable,
      dirty: computed,
      type: action,
      check: action,
      setRevokesTokens: action,
    });
  }

  get dirty(): boolean {
    return this.values.fresh !== '' || this.values.again !== '';
  }

  type(key: PasswordKey, value: string): void {
    this.values = { ...this.values, [key]: value };
    const { [key]: _mended, ...errors } = this.errors;
    this.errors = errors;
  }

  setRevokesTokens(revokes: boolean): void {
    this.revokesTokens = revokes;
  }

  /** Whether both hold. */
  check(): boolean {
    const { fresh, again } = this.values;
    this.errors = {
      ...(fresh === '' ? { fresh: messages.missing } : {}),
      ...(again === fresh ? {} : { again: messages.differ }),
    };
    return Object.keys(this.errors).length === 0;
  }

  /** Says whether the password is changed. */
  async submit(): Promise<boolean> {
    if (this.busy || !this.check()) return false;
    runInAction(() => {
      this.busy = true;
      this.failure = undefined;
    });
    const outcome = await this.#profile.save({
      newPassword: this.values.fresh,
      ...(this.revokesTokens ? { revokeTokens: true } : {}),
    });
    runInAction(() => {
      this.busy = false;
      if (outcome.done) {
        this.values = { fresh: '', again: '' };
        this.revokesTokens = false;
      } else if (outcome.code === 'BAD_PASSWORD' || outcome.code === 'SAME_PASSWORD')
        this.errors = { fresh: outcome.cause };
      else this.failure = outcome.cause;
    });
    return outcome.done;
  }
}
