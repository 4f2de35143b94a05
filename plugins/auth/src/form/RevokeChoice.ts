import { action, makeObservable, observable } from 'mobx';

/** Whether a password change also revokes the user's access tokens and API key. */
export class RevokeChoice {
  revokes = false;

  constructor() {
    makeObservable(this, { revokes: observable, set: action });
  }

  set(revokes: boolean): void {
    this.revokes = revokes;
  }
}
