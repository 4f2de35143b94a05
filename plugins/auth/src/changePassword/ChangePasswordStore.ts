import { type Http, HttpFailure, type Message } from '@lading/contract';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { signIn } from '../signIn/signInApi.ts';
import { changePassword } from './changePasswordApi.ts';
import { messages } from './messages.ts';

export type PasswordKey = 'old' | 'fresh' | 'again';

/** The form for a password that has expired. */
export class ChangePasswordStore {
  readonly #http: Http;
  readonly user: string;

  values: Readonly<Record<PasswordKey, string>> = { old: '', fresh: '', again: '' };
  /** What is wrong with a field, once saving was tried. */
  errors: Readonly<Partial<Record<PasswordKey, Message>>> = {};
  busy = false;
  /** Why the change failed, in the platform's words; `''`: it gave none. */
  failure: string | undefined;

  constructor(http: Http, user: string) {
    this.#http = http;
    this.user = user;
    makeObservable(this, {
      values: observableRef,
      errors: observableRef,
      busy: observable,
      failure: observable,
      type: action,
      submit: action,
    });
  }

  type(key: PasswordKey, text: string): void {
    this.values = { ...this.values, [key]: text };
    const { [key]: _mended, ...errors } = this.errors;
    this.errors = errors;
  }

  /** Changes the password and signs in with it; says whether that worked. */
  async submit(): Promise<boolean> {
    this.errors = this.#check();
    this.failure = undefined;
    if (Object.keys(this.errors).length > 0 || this.busy) return false;
    this.busy = true;
    try {
      await changePassword(this.#http, this.user, this.values.old, this.values.fresh);
      await signIn(this.#http, this.user, this.values.fresh, false);
      return true;
    } catch (cause) {
      runInAction(() => {
        this.failure = cause instanceof HttpFailure && cause.status > 0 ? cause.message : '';
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  #check(): Partial<Record<PasswordKey, Message>> {
    const { old, fresh, again } = this.values;
    return {
      ...(old === '' ? { old: messages.missing } : {}),
      ...(fresh === '' ? { fresh: messages.missing } : fresh === old ? { fresh: messages.same } : {}),
      ...(again === fresh ? {} : { again: messages.differ }),
    };
  }
}
