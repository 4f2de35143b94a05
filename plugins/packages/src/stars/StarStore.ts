import type { Http } from '@lading/contract';
import type { PackageStar } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';

const CALL = '/ui/api/v1/ui/stars/package';

/** The user's star of one package. */
export class StarStore {
  /** `undefined` until the first response, and after a failed one. */
  readonly star: Fetched<PackageStar | undefined>;
  readonly #http: Http;
  readonly #packageId: string;

  constructor(http: Http, packageId: string) {
    this.#http = http;
    this.#packageId = packageId;
    this.star = new Fetched<PackageStar | undefined>(undefined, (signal) =>
      http.json(CALL, { query: { packageId }, signal }),
    );
  }

  /** Adds the star or removes it. Throws `HttpFailure`. */
  async toggle(): Promise<void> {
    const method = this.star.value?.starred ? 'DELETE' : 'PUT';
    await this.#http.json(CALL, { method, query: { packageId: this.#packageId } });
    await this.star.fetch();
  }
}
