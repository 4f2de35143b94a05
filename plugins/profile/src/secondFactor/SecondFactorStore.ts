import type { MfaEnrolment, MfaState } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { ProfileStore } from '../page/ProfileStore.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './secondFactorApi.ts';

/** Number of digits of a code. */
export const DIGITS = 6;
const NONE: MfaState = { enrolled: false, policy: 'off', recoveryCodesLeft: 0 };

/** MFA of the user: a device that shows a code required in addition to the password. */
export class SecondFactorStore {
  readonly #profile: ProfileStore;
  readonly state: Fetched<MfaState>;

  /** Enrollment data for the device while MFA is being set up. */
  enrolment: MfaEnrolment | undefined;
  otp = '';
  otpWrong = false;
  /** Recovery codes, shown only once. */
  codes: readonly string[] | undefined;
  busy = false;
  failure: string | undefined;

  constructor(profile: ProfileStore) {
    this.#profile = profile;
    this.state = new Fetched(NONE, (signal) => readSecondFactor(profile.http, signal));
    makeObservable(this, {
      enrolment: observableRef,
      otp: observable,
      otpWrong: observable,
      codes: observableRef,
      busy: observable,
      failure: observable,
      type: action,
      putAway: action,
    });
  }

  begin(): Promise<boolean> {
    return this.#do(async () => {
      const enrolment = await beginEnrolment(this.#profile.http);
      runInAction(() => Object.assign(this, { enrolment, otp: '', otpWrong: false }));
    });
  }

  /** Accepts codes that were copied with spaces or in two groups. */
  type(text: string): void {
    this.otp = text.replace(/\D/g, '').slice(0, DIGITS);
    this.otpWrong = false;
  }

  async confirm(): Promise<boolean> {
    const wrong = this.otp.length !== DIGITS;
    runInAction(() => {
      this.otpWrong = wrong;
    });
    if (wrong) return false;
    const done = await this.#do(() => this.#takeCodes(confirmEnrolment(this.#profile.http, this.otp)));
    runInAction(() => {
      this.otp = '';
      if (done) this.enrolment = undefined;
    });
    if (done) await this.state.fetch();
    return done;
  }

  async renewCodes(): Promise<boolean> {
    const done = await this.#do(() => this.#takeCodes(renewRecoveryCodes(this.#profile.http)));
    if (done) await this.state.fetch();
    return done;
  }

  async remove(): Promise<boolean> {
    const done = await this.#do(() => removeSecondFactor(this.#profile.http));
    if (done) await this.state.fetch();
    return done;
  }

  /** Hides the recovery codes after the user saved them, or cancels the setup. */
  putAway(): void {
    Object.assign(this, { enrolment: undefined, codes: undefined, otp: '', failure: undefined });
  }

  async #takeCodes(coming: Promise<string[]>): Promise<void> {
    const codes = await coming;
    runInAction(() => {
      this.codes = codes;
    });
  }

  /** Returns whether the call succeeded. */
  async #do(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    runInAction(() => {
      this.busy = true;
      this.failure = undefined;
    });
    const outcome = await this.#profile.attempt(work);
    runInAction(() => {
      this.busy = false;
      if (!outcome.done) this.failure = outcome.cause;
    });
    return outcome.done;
  }
}
