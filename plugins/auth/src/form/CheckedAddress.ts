import { HttpFailure } from '@lading/contract';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { failureWords } from '../calls/failureWords.ts';

/** What the secret of an address stands for, as the platform says. */
export class CheckedAddress<Value> {
  state: 'asking' | 'holds' | 'refused' | 'failed' = 'asking';
  value: Value | undefined;
  /** Why nobody knows, in the platform's words; `''`: it gave none. */
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

  /** 4xx but 429: it does not hold; all else: nobody knows. */
  refuse(cause: unknown): void {
    this.failure = failureWords(cause);
    const status = cause instanceof HttpFailure ? cause.status : 0;
    this.state = status >= 400 && status < 500 && status !== 429 ? 'refused' : 'failed';
  }
}
