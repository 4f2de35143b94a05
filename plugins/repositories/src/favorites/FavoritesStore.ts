import type { TreeFavorite, TreePlace } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import type { TreeApi } from '../treeApi.ts';

/** The user's favorites, stored by the platform. */
export class FavoritesStore {
  /** `undefined` until the first response, and after a failed one. */
  readonly list: Fetched<readonly TreeFavorite[] | undefined>;
  readonly #api: TreeApi;

  constructor(api: TreeApi) {
    this.#api = api;
    this.list = new Fetched<readonly TreeFavorite[] | undefined>(undefined, (signal) =>
      api.favorites(signal),
    );
  }

  has({ repoKey, path }: TreePlace): boolean {
    return (this.list.value ?? []).some((each) => each.repoKey === repoKey && each.path === path);
  }

  /** Adds the node to the favorites or removes it. Throws `HttpFailure`. */
  async turn(place: TreePlace): Promise<void> {
    await (this.has(place) ? this.#api.forgetFavorite(place) : this.#api.keepFavorite(place));
    await this.list.fetch();
  }
}
