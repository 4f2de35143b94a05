import { action, computed, makeObservable, observable } from 'mobx';
import { failureWords } from '../calls/failureWords.ts';
import type { LoginStore } from '../state/LoginStore.ts';

/** State of the password form. */
export class SignInStore {
  readonly login: LoginStore;

  user = '';
  password = '';
  remember = false;
  /** Set when the form was submitted without a user name. */
  userMissing = false;
  passwordMissing = false;
  /** Why signing in failed, as reported by the platform; `''` when it did not respond. */
  failure: string | undefined;

  constructor(login: LoginStore, user = '') {
    this.login = login;
    this.user = user;
    makeObservable(this, {
      user: observable,
      password: observable,
      remember: observable,
      canRemember: computed,
      busy: computed,
      userMissing: observable,
      passwordMissing: observable,
      failure: observable,
      typeUser: action,
      typePassword: action,
      setRemember: action,
      refuse: action,
      submit: action,
    });
  }

  get canRemember(): boolean {
    return this.login.offers.rememberMeEnabled;
  }

  get busy(): boolean {
    return this.login.busy;
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

  /**
   * Returns to the form with the platform's message. Without `words`, the reason is shown
   * elsewhere.
   */
  refuse(words?: string): void {
    this.failure = words;
    this.password = '';
  }

  /**
   * Signs in if both values are typed; the sign-in step determines what follows. The user name
   * stays in either case.
   */
  async submit(): Promise<void> {
    this.userMissing = this.user.trim() === '';
    this.passwordMissing = this.password === '';
    this.failure = undefined;
    if (this.userMissing || this.passwordMissing) return;
    const { user, password } = this;
    try {
      await this.login.signIn({
        user: user.trim(),
        password,
        remember: this.remember && this.canRemember,
      });
    } catch (cause) {
      this.refuse(failureWords(cause));
    }
  }
}
