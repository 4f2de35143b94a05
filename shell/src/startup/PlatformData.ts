import type { Http } from '@lading/contract';
import { action, makeObservable, observable, observableRef } from 'mobx';
import { causeOf, logFailure } from '../log/log.ts';
import { REQUEST_TIMEOUT_MS } from './requests.ts';
import {
  type CallFacts,
  type CallName,
  isAnswer,
  STARTUP_CALLS,
  type StartupAnswers,
  type StartupCall,
} from './startupCalls.ts';

export interface PlatformDataParts {
  readonly http: Http;
  readonly facts: () => CallFacts;
  readonly project: () => string | undefined;
  /** Passes a response to its consumers before the conditions of the next calls are evaluated. */
  readonly take: <N extends CallName>(name: N, answer: StartupAnswers[N] | undefined) => void;
}

/** Data requested after the first screen, or earlier by a page whose access depends on it. */
export class PlatformData {
  state: 'missing' | 'ready' = 'missing';
  /** Causes of failed calls. */
  readonly failures = observable.map<CallName, string>();
  readonly #parts: PlatformDataParts;
  #running: Promise<void> | undefined;
  /** Incremented for each user, so that responses for an earlier user are discarded. */
  #round = 0;

  constructor(parts: PlatformDataParts) {
    this.#parts = parts;
    makeObservable<PlatformData, 'settle'>(this, { state: observableRef, settle: action, reset: action });
  }

  /** Loads the data. Never rejects: failures are listed in `failures`. */
  ensure(): Promise<void> {
    this.#running ??= this.#run(this.#round);
    return this.#running;
  }

  /** Discards the data when the user changes. */
  reset(): void {
    this.#round++;
    this.#running = undefined;
    this.state = 'missing';
    this.failures.clear();
  }

  /** Retries one call. */
  retry(name: CallName): Promise<void> {
    return this.#ask(name, this.#round);
  }

  /** Retries all failed calls. */
  async retryFailed(): Promise<void> {
    await Promise.all([...this.failures.keys()].map((name) => this.retry(name)));
  }

  /** Reloads the data of the selected project after it changed. */
  reloadForProject(): Promise<void> {
    return this.#reload(({ ofProject }) => ofProject === true);
  }

  /** Reloads the data that depends on the license after it changed. */
  reloadForLicense(): Promise<void> {
    return this.#reload(({ ofLicense }) => ofLicense === true);
  }

  async #reload(which: (call: StartupCall) => boolean): Promise<void> {
    if (this.state === 'missing') return;
    const calls = STARTUP_CALLS.filter(which);
    await Promise.all(calls.map(({ name }) => this.#ask(name, this.#round)));
  }

  async #run(round: number): Promise<void> {
    for (const wave of [1, 2]) {
      const calls = STARTUP_CALLS.filter((call) => call.wave === wave);
      await Promise.all(calls.map(({ name }) => this.#ask(name, round)));
    }
    if (round === this.#round) this.settle(() => (this.state = 'ready'));
  }

  async #ask(name: CallName, round: number): Promise<void> {
    const call = STARTUP_CALLS.find((each) => each.name === name);
    if (!call?.when(this.#parts.facts())) return;
    const project = call.ofProject ? this.#parts.project() : undefined;
    try {
      const answer = await this.#parts.http.json<StartupAnswers[typeof name]>(call.path, {
        query: { project },
        timeout: REQUEST_TIMEOUT_MS,
      });
      if (!isAnswer(call, answer)) throw new Error('The response has an unexpected format');
      if (round !== this.#round) return;
      this.settle(() => {
        this.#parts.take(name, answer);
        this.failures.delete(name);
      });
    } catch (error) {
      if (round !== this.#round) return;
      logFailure(`${call.label} could not be fetched: ${causeOf(error)}`);
      this.settle(() => {
        this.#parts.take(name, undefined);
        this.failures.set(name, causeOf(error));
      });
    }
  }

  private settle(change: () => void): void {
    change();
  }
}
