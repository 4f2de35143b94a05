import type { ArtifactsCount, TreeNodeDetails } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import type { TreeApi } from '../treeApi.ts';

/** Details of one node. */
export class NodeStore {
  readonly repoKey: string;
  readonly path: string;
  readonly details: Fetched<TreeNodeDetails | undefined>;
  /** Number of artifacts below the node, counted on request. */
  readonly count: Fetched<ArtifactsCount | undefined>;
  readonly #api: TreeApi;

  constructor(api: TreeApi, repoKey: string, path: string) {
    this.#api = api;
    this.repoKey = repoKey;
    this.path = path;
    this.details = new Fetched<TreeNodeDetails | undefined>(undefined, (signal) =>
      api.node(repoKey, path, signal),
    );
    this.count = new Fetched<ArtifactsCount | undefined>(undefined, (signal) =>
      api.count(repoKey, path, signal),
    );
  }

  /** Sets a property, or deletes it when `values` is empty. Throws `HttpFailure`. */
  async setProperty(key: string, values: readonly string[]): Promise<void> {
    await this.#api.setProperties(this.repoKey, this.path, { [key]: values.length === 0 ? null : values });
    await this.details.fetch();
  }

  dispose(): void {
    this.details.dispose();
    this.count.dispose();
  }
}
