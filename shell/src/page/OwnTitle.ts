import type { Disposer } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';

interface Title {
  readonly plugin: string;
  readonly text: string;
}

/** The titles that plugins have set for their pages. */
export class OwnTitle {
  titles: readonly Title[] = [];

  constructor() {
    makeObservable(this, { titles: observableRef, set: action });
  }

  /** The last one of a plugin counts; the disposer removes it. */
  set(plugin: string, text: string): Disposer {
    const own = { plugin, text };
    this.titles = [...this.titles, own];
    return action(() => {
      this.titles = this.titles.filter((title) => title !== own);
    });
  }

  /** Returns the title of this plugin's page. */
  of(plugin: string | undefined): string | undefined {
    return this.titles.findLast((title) => title.plugin === plugin)?.text;
  }
}
