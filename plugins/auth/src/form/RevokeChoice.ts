import { action, makeObservable, observable } from 'mobx';

/** Whether the user's access tokens and API key are revoked with a change of the password. */
export class RevokeChoice {
  revokes = false;

  constructor() {
    makeObservable(this, { revokes: observable, set: action });
  }

  set(revokes: boolean): void {
    this.revokes = revokes;
  }
}
