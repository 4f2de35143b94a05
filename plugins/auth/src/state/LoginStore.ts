import { type Http, HttpFailure } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { verifyCode } from '../mfa/mfaApi.ts';
import { type Credentials, signIn } from '../signIn/signInApi.ts';
import { LoginOffers } from './LoginOffers.ts';
import { after, type Happening, type Step } from './steps.ts';

/** The codes with which the platform says that a password is right, but has expired. */
const EXPIRED: ReadonlySet<string | undefined> = new Set(['CREDENTIALS_EXPIRED', 'PASSWORD_EXPIRED']);

/** Who signs in, as far as the platform has said. */
export type LoginUser = Pick<UserData, 'name' | 'realm' | 'mfaStatus'>;

/** The state of a sign-in: one for as long as the sign-in pages are on the screen, one for each dialog over a page. */
export class LoginStore {
  readonly offers: LoginOffers;
  step: Step = 'signedOut';
  user: LoginUser | undefined;
  /** Which app gives the codes: what shows them as Google's does. */
  mfaAuthenticator: 'google' | undefined;
  /** Of an enrolment, while they are shown: they stand nowhere else. */
  recoveryCodes: readonly string[] = [];
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    this.offers = new LoginOffers(http);
    makeObservable<LoginStore, 'take' | 'keep'>(this, {
      step: observable,
      user: observableRef,
      mfaAuthenticator: observable,
      recoveryCodes: observableRef,
      busy: computed,
      happen: action,
      take: action,
      keep: action,
    });
  }

  /** The platform thinks, or the application starts. */
  get busy(): boolean {
    return this.step === 'checking' || this.step === 'finishing';
  }

  /** Goes on to the next step; says whether that can happen here. */
  happen(happening: Happening): boolean {
    const next = after(this.step, happening);
    if (next === undefined) return false;
    this.step = next;
    if (next === 'asked') this.mfaAuthenticator = 'google';
    if (next === 'signedOut') {
      this.user = undefined;
      this.mfaAuthenticator = undefined;
    }
    return true;
  }

  /** A page in the middle of the way was opened by its address: for the user that it names. */
  reopen(happening: 'openedChange' | 'openedEnrolment' | 'openedCode', name: string): void {
    if (this.happen(happening)) this.take({ name, realm: '', mfaStatus: '' });
  }

  /** Signs in with a name and a password. Throws what the platform refused it with, once the step says so. */
  async signIn(credentials: Credentials): Promise<void> {
    if (!this.happen('submitted')) return;
    try {
      const user = await signIn(this.#http, this.offers.variant, credentials);
      this.take(user);
      this.happen(
        user.mfaStatus === 'ENROLL' ? 'mustEnroll' : user.mfaStatus === 'VERIFY' ? 'mustVerify' : 'accepted',
      );
    } catch (cause) {
      const expired = cause instanceof HttpFailure && EXPIRED.has(cause.code);
      this.happen(expired ? 'expired' : 'refused');
      if (expired) this.take({ name: credentials.user, realm: '', mfaStatus: '' });
      throw cause;
    }
  }

  /** Shows a one-time code or a recovery code. Throws what the platform refused it with, once the step says so. */
  async verify(otp: string): Promise<void> {
    const enrolling = this.step === 'enrolling';
    try {
      const { variant } = this.offers;
      const answer = await verifyCode(this.#http, variant, this.user?.name ?? '', otp);
      this.take(answer);
      this.keep(answer.recoveryCodes ?? []);
      this.happen(enrolling ? 'enrolled' : 'accepted');
      if (enrolling && this.recoveryCodes.length === 0) this.happen('codesKept');
    } catch (cause) {
      if (cause instanceof HttpFailure && cause.status === 403) this.happen('notPending');
      throw cause;
    }
  }

  /** They were written down. */
  leaveCodes(): void {
    this.keep([]);
    this.happen('codesKept');
  }

  private keep(codes: readonly string[]): void {
    this.recoveryCodes = codes;
  }

  private take({ name, realm, mfaStatus }: LoginUser): void {
    this.user = { name, realm, mfaStatus };
  }
}
