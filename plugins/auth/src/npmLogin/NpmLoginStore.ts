import { type Http, HttpFailure } from '@lading/contract';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { confirmWaiting, findWaiting, type WaitingClient } from './npmLoginApi.ts';

/** Who asks to sign in, and what became of it. */
export class NpmLoginStore {
  readonly #http: Http;
  readonly #repo: string;
  readonly #session: string;
  readonly #signInAgain: (cause: unknown) => boolean;

  state: 'asking' | 'waiting' | 'gone' | 'done' = 'asking';
  waiting: WaitingClient | undefined;
  busy = false;
  /** Why it failed, in the platform's words; `''`: it gave none. */
  failure: string | undefined;

  /** `signInAgain`: leads away for a sign-in where that is what a failure asks for, and says whether it does. */
  constructor(http: Http, repo: string, session: string, signInAgain: (cause: unknown) => boolean) {
    this.#http = http;
    this.#repo = repo;
    this.#session = session;
    this.#signInAgain = signInAgain;
    makeObservable(this, {
      state: observable,
      waiting: observableRef,
      busy: observable,
      failure: observable,
      find: action,
      confirm: action,
    });
  }

  async find(): Promise<void> {
    await this.#try(async () => {
      const waiting = await findWaiting(this.#http, this.#repo, this.#session);
      runInAction(() => {
        this.waiting = waiting;
        this.state = 'waiting';
      });
    });
  }

  async confirm(): Promise<void> {
    await this.#try(async () => {
      await confirmWaiting(this.#http, this.#repo, this.#session);
      runInAction(() => {
        this.state = 'done';
      });
    });
  }

  async #try(call: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = undefined;
    try {
      await call();
    } catch (cause) {
      if (this.#signInAgain(cause)) return;
      runInAction(() => {
        if (cause instanceof HttpFailure && (cause.status === 404 || cause.status === 400))
          this.state = 'gone';
        else this.failure = cause instanceof HttpFailure && cause.status > 0 ? cause.message : '';
      });
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }
}
