import type { Http } from '@lading/contract';
import type { NewSavedSearch, SavedSearches } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';

const CALL = '/ui/api/v1/ui/saved_searches';

/** The saved searches that the user can see, within the selected project. */
export class SavedSearchesStore {
  /** `undefined` until the first response, and after a failed one. */
  readonly saved: Fetched<SavedSearches | undefined>;
  readonly #http: Http;

  constructor(http: Http, project: string | undefined) {
    this.#http = http;
    this.saved = new Fetched<SavedSearches | undefined>(undefined, (signal) =>
      http.json(CALL, { query: project === undefined ? {} : { project }, signal }),
    );
  }

  /** Throws `HttpFailure`. */
  async save(search: NewSavedSearch): Promise<void> {
    await this.#http.json(CALL, { method: 'POST', body: search });
    await this.saved.fetch();
  }

  /** Throws `HttpFailure`. */
  async rename(id: string, name: string): Promise<void> {
    await this.#http.json(`${CALL}/${id}`, { method: 'PATCH', body: { name } });
    await this.saved.fetch();
  }

  /** Throws `HttpFailure`. */
  async delete(id: string): Promise<void> {
    await this.#http.json(`${CALL}/${id}`, { method: 'DELETE' });
    await this.saved.fetch();
  }
}
