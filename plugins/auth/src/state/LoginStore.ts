import { type Http, HttpFailure } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { verifyCode } from '../mfa/mfaApi.ts';
import { type Credentials, signIn } from '../signIn/signInApi.ts';
import { LoginOffers } from './LoginOffers.ts';
import { after, type Happening, type Step } from './steps.ts';

/** Codes with which the platform reports that a password is correct but has expired. */
const EXPIRED: ReadonlySet<string | undefined> = new Set(['CREDENTIALS_EXPIRED', 'PASSWORD_EXPIRED']);

/** User who signs in, as far as the platform has reported. */
export type LoginUser = Pick<UserData, 'name' | 'realm' | 'mfaStatus'>;

/** State of a sign-in: one instance for all sign-in pages, and one for each dialog over a page. */
export class LoginStore {
  readonly offers: LoginOffers;
  step: Step = 'signedOut';
  user: LoginUser | undefined;
  /** Kind of authenticator app: any app compatible with Google Authenticator. */
  mfaAuthenticator: 'google' | undefined;
  /** Recovery codes of an enrollment, kept only while they are shown. */
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

  /** The sign-in request is in progress, or the application is starting. */
  get busy(): boolean {
    return this.step === 'checking' || this.step === 'finishing';
  }

  /** Moves to the next step; returns `false` when the event is not possible in the current step. */
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

  /** Restores a step whose page was opened directly by its URL, for the user named there. */
  reopen(happening: 'openedChange' | 'openedEnrolment' | 'openedCode', name: string): void {
    if (this.happen(happening)) this.take({ name, realm: '', mfaStatus: '' });
  }

  /**
   * Signs in with a user name and a password. Rethrows the platform's failure after the step has
   * changed.
   */
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

  /**
   * Submits a one-time code or a recovery code. Rethrows the platform's failure after the step has
   * changed.
   */
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

  /** Continues after the user has saved the recovery codes. */
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
