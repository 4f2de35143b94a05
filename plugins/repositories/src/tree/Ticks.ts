import type { TreeNode } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { canTick, type NodeRow, type Row } from './rows.ts';

/** What was ticked, to do something with all of it. What is out of sight stays ticked. */
export class Ticks {
  /** By the keys of their lines. */
  nodes: ReadonlyMap<string, TreeNode> = new Map();
  #last: string | undefined;

  constructor() {
    makeObservable(this, {
      nodes: observableRef,
      count: computed,
      turn: action,
      add: action,
      turnTo: action,
      forget: action,
      clear: action,
    });
  }

  get count(): number {
    return this.nodes.size;
  }

  /** Whether it is ticked itself, or lies in a folder that is. */
  has({ key }: NodeRow): boolean {
    return this.nodes.has(key) || this.#isWithin(key);
  }

  #isWithin(key: string): boolean {
    if (this.nodes.size === 0) return false;
    for (let at = key.indexOf('/'); at >= 0 && at < key.length - 1; at = key.indexOf('/', at + 1))
      if (this.nodes.has(key.slice(0, at + 1))) return true;
    return false;
  }

  /** On or off; what lies in a folder that is ticked goes with it. */
  turn({ key, node }: NodeRow): void {
    if (!canTick(node) || this.#isWithin(key)) return;
    if (this.nodes.has(key)) this.nodes = new Map([...this.nodes].filter(([other]) => other !== key));
    else this.add([{ key, node }]);
    this.#last = key;
  }

  /** What lies in one of them counts with it. */
  add(rows: readonly Pick<NodeRow, 'key' | 'node'>[]): void {
    const next = new Map(this.nodes);
    for (const { key, node } of rows) if (canTick(node)) next.set(key, node);
    this.nodes = next;
    this.nodes = new Map([...next].filter(([key]) => !this.#isWithin(key)));
  }

  /** All from the line that was turned last to this one. */
  turnTo(row: NodeRow, rows: readonly Row[]): void {
    const ends = [rows.findIndex(({ key }) => key === this.#last), rows.indexOf(row)];
    const [first = 0, last = 0] = ends.sort((one, other) => one - other);
    if (first < 0) this.turn(row);
    else this.add(rows.slice(first, last + 1).filter((each) => each.kind === 'node'));
    this.#last = row.key;
  }

  /** That is no longer there. */
  forget(gone: readonly Pick<TreeNode, 'repoKey' | 'path'>[]): void {
    const places = new Set(gone.map(({ repoKey, path }) => `${repoKey}/${path}`));
    this.nodes = new Map(
      [...this.nodes].filter(([, { repoKey, path }]) => !places.has(`${repoKey}/${path}`)),
    );
  }

  clear(): void {
    this.nodes = new Map();
  }
}
