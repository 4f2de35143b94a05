import { action, makeObservable, observable } from 'mobx';

/** Whether the platform wants a code besides the password: it says so once it has seen that. */
export class WantedCode {
  wanted = false;

  constructor() {
    makeObservable(this, { wanted: observable, ask: action });
  }

  ask(): void {
    this.wanted = true;
  }
}
