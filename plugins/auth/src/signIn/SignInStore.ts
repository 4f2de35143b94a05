import { type Http, HttpFailure } from '@lading/contract';
import { action, makeObservable, observable, runInAction } from 'mobx';
import { fetchLoginData, signIn } from './signInApi.ts';

/** The codes with which the platform says that a password is right, but has expired. */
const EXPIRED: ReadonlySet<string | undefined> = new Set(['CREDENTIALS_EXPIRED', 'PASSWORD_EXPIRED']);

/** `done`: there is a session; `expired`: the password must be changed first; `refused`: the form says why. */
export type SignInOutcome = 'done' | 'expired' | 'refused';

/** The password form. */
export class SignInStore {
  readonly #http: Http;

  user = '';
  password = '';
  remember = false;
  canRemember = false;
  busy = false;
  /** Set when signing in was tried without them. */
  userMissing = false;
  passwordMissing = false;
  /** Why signing in failed, in the platform's words; `''`: it did not answer. */
  failure: string | undefined;

  constructor(http: Http, user = '') {
    this.#http = http;
    this.user = user;
    makeObservable(this, {
      user: observable,
      password: observable,
      remember: observable,
      canRemember: observable,
      busy: observable,
      userMissing: observable,
      passwordMissing: observable,
      failure: observable,
      typeUser: action,
      typePassword: action,
      setRemember: action,
      submit: action,
    });
  }

  typeUser(text: string): void {
    this.user = text;
    this.userMissing = false;
  }

  typePassword(text: string): void {
    this.password = text;
    this.passwordMissing = false;
  }

  setRemember(remember: boolean): void {
    this.remember = remember;
  }

  /** What the platform allows to offer; without an answer it is the least. */
  async loadOffers(): Promise<void> {
    const offers = await fetchLoginData(this.#http).catch(() => undefined);
    runInAction(() => {
      this.canRemember = offers?.canRememberMe ?? false;
    });
  }

  /** Signs in. The name that was typed stays, whatever comes of it. */
  async submit(): Promise<SignInOutcome> {
    this.userMissing = this.user.trim() === '';
    this.passwordMissing = this.password === '';
    this.failure = undefined;
    if (this.userMissing || this.passwordMissing || this.busy) return 'refused';
    this.busy = true;
    try {
      await signIn(this.#http, this.user.trim(), this.password, this.remember && this.canRemember);
      return 'done';
    } catch (cause) {
      runInAction(() => {
        this.failure = cause instanceof HttpFailure && cause.status > 0 ? cause.message : '';
        this.password = '';
      });
      return cause instanceof HttpFailure && EXPIRED.has(cause.code) ? 'expired' : 'refused';
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }
}
