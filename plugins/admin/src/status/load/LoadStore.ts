import type { Http } from '@lading/contract';
import type { NodeLoad } from '@lading/contract/rest';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { fetchLoad } from '../statusApi.ts';

/**
 * The load of a node: of the one that responds first, until another one is selected. A failed
 * refresh keeps the last figures.
 */
export class LoadStore {
  readonly #http: Http;
  /** Undefined until a node has responded. */
  nodeId: string | undefined;
  load: NodeLoad | undefined;
  error: string | undefined;

  constructor(http: Http) {
    this.#http = http;
    makeObservable(this, {
      nodeId: observable,
      load: observableRef,
      error: observable,
      select: action,
    });
  }

  /** Shows another node. Figures of the former one would be taken for its figures. */
  select(nodeId: string): void {
    if (nodeId === this.nodeId) return;
    Object.assign(this, { nodeId, load: undefined, error: undefined });
    void this.fetch();
  }

  /** Never rejects. Returns whether the figures were loaded. */
  async fetch(signal?: AbortSignal): Promise<boolean> {
    const { nodeId } = this;
    try {
      const load = await fetchLoad(this.#http, nodeId, signal);
      runInAction(() => {
        if (this.nodeId === nodeId) Object.assign(this, { nodeId: load.node_id, load, error: undefined });
      });
      return true;
    } catch (cause) {
      if (signal?.aborted) return false;
      const error = cause instanceof Error ? cause.message : String(cause);
      runInAction(() => {
        if (this.nodeId === nodeId) this.error = error;
      });
      return false;
    }
  }
}
