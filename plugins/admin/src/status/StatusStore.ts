import type { Http } from '@lading/contract';
import type { NodeStatus } from '@lading/contract/rest';
import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { fetchNodes, isMissionControlEnabled, removeNode } from './statusApi.ts';

/** A service with its nodes. */
export interface Service {
  readonly id: string;
  /** `jfrt`. */
  readonly key: string;
  readonly nodes: readonly NodeStatus[];
}

/** The services of the platform and their nodes. */
export class StatusStore {
  readonly #http: Http;
  readonly #rank: () => number;
  nodes: readonly NodeStatus[] = [];
  /** Undefined: not known. */
  missionControlEnabled: boolean | undefined;
  state: 'loading' | 'loaded' | 'failed' = 'loading';
  cause = '';

  /** `rank` returns the rank of the license. */
  constructor(http: Http, rank: () => number) {
    this.#http = http;
    this.#rank = rank;
    makeObservable(this, {
      nodes: observableRef,
      missionControlEnabled: observable,
      state: observable,
      cause: observable,
      services: computed,
      missionControls: computed,
      hasMultipleMissionControls: computed,
    });
  }

  get services(): readonly Service[] {
    const ids = [...new Set(this.nodes.map(({ service_id }) => service_id))];
    return ids.map((id) => ({
      id,
      key: id.split('@')[0] ?? id,
      nodes: this.nodes.filter(({ service_id }) => service_id === id),
    }));
  }

  get missionControls(): readonly Service[] {
    return this.services.filter(({ id }) => id.startsWith('jfmc@'));
  }

  get hasMultipleMissionControls(): boolean {
    return this.missionControls.length > 1;
  }

  /** Returns false when the nodes could not be loaded; never rejects. */
  async fetch(signal?: AbortSignal): Promise<boolean> {
    const missionControl = isMissionControlEnabled(this.#http).catch(() => undefined);
    try {
      const nodes = await fetchNodes(this.#http, this.#rank(), signal);
      const enabled = await missionControl;
      runInAction(() => {
        this.nodes = nodes;
        this.missionControlEnabled = enabled;
        this.state = 'loaded';
        this.cause = '';
      });
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      runInAction(() => {
        this.state = 'failed';
        this.cause = error instanceof Error ? error.message : String(error);
      });
      return false;
    }
  }

  /** Removes a service of an offline node, then loads the nodes again. Throws `HttpFailure`. */
  async remove(node: NodeStatus): Promise<void> {
    await removeNode(this.#http, node);
    await this.fetch();
  }
}
