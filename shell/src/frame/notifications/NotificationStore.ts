import type { Http } from '@lading/contract';
import type { NotificationEntry, NotificationList } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';

const CALL = '/ui/api/v1/ui/notifications';

/** The notifications of the user. Changes reload the list. Their methods throw `HttpFailure`. */
export class NotificationStore {
  readonly list: Fetched<NotificationList | undefined>;
  readonly #http: Http;
  readonly #changed: () => void;

  /** `changed` is called when the number of unread ones may have changed. */
  constructor(http: Http, changed: () => void) {
    this.#http = http;
    this.#changed = changed;
    this.list = new Fetched<NotificationList | undefined>(undefined, (signal) =>
      http.json<NotificationList>(CALL, { signal }),
    );
  }

  get unread(): readonly NotificationEntry[] {
    return (this.list.value?.notifications ?? []).filter(({ read }) => !read);
  }

  async mark(entries: readonly NotificationEntry[], read: boolean): Promise<void> {
    const body = { ids: entries.map(({ id }) => id), read };
    await this.#http.json(`${CALL}/read`, { method: 'PUT', body });
    await this.#reload();
  }

  async remove({ id }: NotificationEntry): Promise<void> {
    await this.#http.json(`${CALL}/${id}`, { method: 'DELETE' });
    await this.#reload();
  }

  async #reload(): Promise<void> {
    this.#changed();
    await this.list.fetch();
  }
}
