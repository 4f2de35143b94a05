import type { Disposer } from '@lading/contract';
import { action, makeObservable, observable } from 'mobx';

/** Tracks whether the page is visible. */
export class Presence {
  visible = document.visibilityState !== 'hidden';

  constructor() {
    makeObservable<Presence, 'look'>(this, { visible: observable, look: action });
  }

  watch(): Disposer {
    const look = () => this.look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }

  private look(): void {
    this.visible = document.visibilityState !== 'hidden';
  }
}
