import type { Disposer } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';

interface Title {
  readonly plugin: string;
  readonly text: string;
}

/** The title that a plugin has set for its page. */
export class OwnTitle {
  current: Title | undefined = undefined;

  constructor() {
    makeObservable(this, { current: observableRef, set: action });
  }

  /** The last one counts; the disposer removes it. */
  set(plugin: string, text: string): Disposer {
    const own = { plugin, text };
    this.current = own;
    return action(() => {
      if (this.current === own) this.current = undefined;
    });
  }

  /** Returns the title if it is of this plugin. */
  of(plugin: string | undefined): string | undefined {
    return this.current?.plugin === plugin ? this.current?.text : undefined;
  }
}
