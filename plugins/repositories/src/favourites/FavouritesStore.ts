import type { TreeFavourite, TreePlace } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import type { TreeApi } from '../treeApi.ts';

/** The places that the user wants at hand, kept by the platform. */
export class FavouritesStore {
  /** `undefined` until the first answer, and where there was none. */
  readonly list: Fetched<readonly TreeFavourite[] | undefined>;
  readonly #api: TreeApi;

  constructor(api: TreeApi) {
    this.#api = api;
    this.list = new Fetched<readonly TreeFavourite[] | undefined>(undefined, (signal) =>
      api.favourites(signal),
    );
  }

  has({ repoKey, path }: TreePlace): boolean {
    return (this.list.value ?? []).some((each) => each.repoKey === repoKey && each.path === path);
  }

  /** Keeps the place, or forgets it. Throws `HttpFailure`. */
  async turn(place: TreePlace): Promise<void> {
    await (this.has(place) ? this.#api.forgetFavourite(place) : this.#api.keepFavourite(place));
    await this.list.fetch();
  }
}
