import { action, computed, makeObservable, observable } from 'mobx';
import { failureWords } from '../calls/failureWords.ts';
import type { LoginStore } from '../state/LoginStore.ts';

/** The password form. */
export class SignInStore {
  readonly login: LoginStore;

  user = '';
  password = '';
  remember = false;
  /** Set when signing in was tried without them. */
  userMissing = false;
  passwordMissing = false;
  /** Why signing in failed, in the platform's words; `''`: it did not answer. */
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

  /** Back at the form, in the platform's words why; left out: another reason is said elsewhere. */
  refuse(words?: string): void {
    this.failure = words;
    this.password = '';
  }

  /** Signs in, if something is typed; where that leads is the sign-in's step. The name stays, whatever comes of it. */
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
