import type { TreeNode } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { canTick, type NodeRow, type Row } from './rows.ts';

/** Nodes selected for a bulk action. Lines that are collapsed or filtered out stay selected. */
export class Ticks {
  /** Selected nodes by line key. */
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

  /** Whether the node or a folder above it is selected. */
  has({ key }: NodeRow): boolean {
    return this.nodes.has(key) || this.#isWithin(key);
  }

  #isWithin(key: string): boolean {
    if (this.nodes.size === 0) return false;
    for (let at = key.indexOf('/'); at >= 0 && at < key.length - 1; at = key.indexOf('/', at + 1))
      if (this.nodes.has(key.slice(0, at + 1))) return true;
    return false;
  }

  /** Toggles the node. Nodes inside a selected folder are part of the folder's selection. */
  turn({ key, node }: NodeRow): void {
    if (!canTick(node) || this.#isWithin(key)) return;
    if (this.nodes.has(key)) this.nodes = new Map([...this.nodes].filter(([other]) => other !== key));
    else this.add([{ key, node }]);
    this.#last = key;
  }

  /** Selects the nodes and drops selected nodes inside them. */
  add(rows: readonly Pick<NodeRow, 'key' | 'node'>[]): void {
    const next = new Map(this.nodes);
    for (const { key, node } of rows) if (canTick(node)) next.set(key, node);
    this.nodes = next;
    this.nodes = new Map([...next].filter(([key]) => !this.#isWithin(key)));
  }

  /** Selects all lines from the last toggled one to this one. */
  turnTo(row: NodeRow, rows: readonly Row[]): void {
    const ends = [rows.findIndex(({ key }) => key === this.#last), rows.indexOf(row)];
    const [first = 0, last = 0] = ends.sort((one, other) => one - other);
    if (first < 0) this.turn(row);
    else this.add(rows.slice(first, last + 1).filter((each) => each.kind === 'node'));
    this.#last = row.key;
  }

  /** Deselects nodes that no longer exist. */
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
