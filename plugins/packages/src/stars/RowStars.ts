import type { Http } from '@lading/contract';
import type { StarredPackages } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';

const CALL = '/ui/api/v1/ui/stars';

/** The packages that the user starred, for the rows of a list. */
export class RowStars {
  /** `undefined` until the first response. */
  readonly ids: Fetched<ReadonlySet<string> | undefined>;
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    this.ids = new Fetched<ReadonlySet<string> | undefined>(undefined, async (signal) => {
      const { packages } = await http.json<StarredPackages>(CALL, { signal });
      return new Set(packages.map(({ id }) => id));
    });
  }

  /** Adds the star or removes it. Throws `HttpFailure`. */
  async toggle(packageId: string): Promise<void> {
    const method = this.ids.value?.has(packageId) ? 'DELETE' : 'PUT';
    await this.#http.json(`${CALL}/package`, { method, query: { packageId } });
    await this.ids.fetch();
  }
}
