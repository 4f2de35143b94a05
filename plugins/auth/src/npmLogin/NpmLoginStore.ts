import { type Http, HttpFailure } from '@lading/contract';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { confirmWaiting, findWaiting, type WaitingClient } from './npmLoginApi.ts';

/** Client that requests to sign in, and the state of the request. */
export class NpmLoginStore {
  readonly #http: Http;
  readonly #repo: string;
  readonly #session: string;
  readonly #signInAgain: (cause: unknown) => boolean;

  state: 'asking' | 'waiting' | 'gone' | 'done' = 'asking';
  waiting: WaitingClient | undefined;
  busy = false;
  /** Why the request failed, as reported by the platform; `''` when it gave no reason. */
  failure: string | undefined;

  /**
   * `signInAgain` redirects to the sign-in page when a failure requires it, and returns whether it
   * did.
   */
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
