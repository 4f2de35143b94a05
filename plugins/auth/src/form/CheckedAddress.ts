import { HttpFailure } from '@lading/contract';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { failureWords } from '../calls/failureWords.ts';

/** Validates the secret in a URL with the platform, and keeps the value it identifies. */
export class CheckedAddress<Value> {
  state: 'asking' | 'holds' | 'refused' | 'failed' = 'asking';
  value: Value | undefined;
  /** Why validation failed, as reported by the platform; `''` when it gave no reason. */
  failure = '';
  readonly #ask: () => Promise<Value>;

  constructor(ask: () => Promise<Value>) {
    this.#ask = ask;
    makeObservable(this, {
      state: observable,
      value: observableRef,
      failure: observable,
      check: action,
      refuse: action,
    });
  }

  /** Never rejects. */
  async check(): Promise<void> {
    this.state = 'asking';
    try {
      const value = await this.#ask();
      runInAction(() => {
        this.value = value;
        this.state = 'holds';
      });
    } catch (cause) {
      runInAction(() => this.refuse(cause));
    }
  }

  /**
   * Marks the secret as invalid for a 4xx other than 429; any other failure leaves its validity
   * unknown.
   */
  refuse(cause: unknown): void {
    this.failure = failureWords(cause);
    const status = cause instanceof HttpFailure ? cause.status : 0;
    this.state = status >= 400 && status < 500 && status !== 429 ? 'refused' : 'failed';
  }
}
