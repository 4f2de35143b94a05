interface ListedObject {
  /** `blobs/ab/SHA256`. */
  key: string;
  /** In bytes. */
  size: number;
}

/**
 * Sizes of the blobs in a bucket by the first two digits of their SHA-256, from one list for
 * ascending digits. A list for each would be 256 requests, also for few blobs.
 */
export class BlobListing {
  readonly #list: () => AsyncIterator<ListedObject>;
  #objects: AsyncIterator<ListedObject> | undefined;
  #next: ListedObject | undefined;
  #last = '';

  constructor(list: () => AsyncIterator<ListedObject>) {
    this.#list = list;
  }

  /** Begins a new list unless the digits are greater than the last ones. */
  async sizesOf(prefix: string): Promise<Map<string, number>> {
    if (this.#objects === undefined || prefix <= this.#last) await this.#begin();
    this.#last = prefix;
    const sizes = new Map<string, number>();
    for (; this.#next; await this.#advance()) {
      const { key, size } = this.#next;
      const [, digits = '', sha256 = ''] = key.split('/');
      if (digits > prefix) break;
      if (digits === prefix) sizes.set(sha256, size);
    }
    return sizes;
  }

  async #begin(): Promise<void> {
    await this.#objects?.return?.();
    this.#objects = this.#list();
    await this.#advance();
  }

  async #advance(): Promise<void> {
    try {
      const result = await this.#objects?.next();
      this.#next = result?.done ? undefined : result?.value;
    } catch (error) {
      this.#objects = undefined;
      throw error;
    }
  }
}
