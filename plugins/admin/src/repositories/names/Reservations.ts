import type { Http } from '@lading/contract';
import type { Reservation, ReservationChange } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { changeReservation, fetchReservations } from './namesApi.ts';

interface Shown {
  readonly all: readonly Reservation[];
  readonly next?: string;
}

/** The reserved prefixes of a virtual repository, loaded page by page. */
export class Reservations {
  readonly #http: Http;
  readonly #key: string;
  #pages = 1;
  readonly fetched: Fetched<Shown | undefined>;

  constructor(http: Http, key: string) {
    this.#http = http;
    this.#key = key;
    this.fetched = new Fetched<Shown | undefined>(undefined, () => this.#load());
  }

  more(): Promise<void> {
    this.#pages += 1;
    return this.fetched.fetch();
  }

  /** Throws `HttpFailure`. */
  async change(change: ReservationChange): Promise<void> {
    await changeReservation(this.#http, this.#key, change);
    await this.fetched.fetch();
  }

  async #load(): Promise<Shown> {
    const all: Reservation[] = [];
    let next: string | undefined;
    for (let page = 0; page < this.#pages; page++) {
      const found = await fetchReservations(this.#http, this.#key, next);
      all.push(...found.reservations);
      next = found.next;
      if (next === undefined) break;
    }
    return { all, ...(next === undefined ? {} : { next }) };
  }
}
