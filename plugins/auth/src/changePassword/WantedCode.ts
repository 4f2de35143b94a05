import { action, makeObservable, observable } from 'mobx';

/**
 * Tracks whether the platform requires a code in addition to the password, which it reports only in
 * response to a first attempt.
 */
export class WantedCode {
  wanted = false;

  constructor() {
    makeObservable(this, { wanted: observable, ask: action });
  }

  ask(): void {
    this.wanted = true;
  }
}
