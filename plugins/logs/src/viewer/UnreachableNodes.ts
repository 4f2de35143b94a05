import { action, computed, makeObservable, observableRef } from 'mobx';

/** Selected nodes whose lines are missing, with the reason. */
export class UnreachableNodes {
  all: ReadonlyMap<string, string> = new Map();

  constructor() {
    makeObservable(this, { all: observableRef, any: computed, add: action, replace: action });
  }

  get any(): boolean {
    return this.all.size > 0;
  }

  add(node: string, reason: string): void {
    this.all = new Map([...this.all, [node, reason]]);
  }

  replace(errors: ReadonlyMap<string, unknown>): void {
    const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
    this.all = new Map([...errors].map(([node, error]) => [node, reasonOf(error)]));
  }
}
