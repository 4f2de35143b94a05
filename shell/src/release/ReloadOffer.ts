/**
 * The offer to reload the page. A user who closes it is not asked again for the same reason.
 * `isMade` stays after that.
 */
export class ReloadOffer {
  /** Shows the offer; returns a function that removes it. */
  readonly #show: () => () => void;
  #hide = () => {};
  #isMade = false;
  /** Revisions of new pages that were compared, and whether their plugins are those of the page. */
  readonly #compared = new Map<string, boolean>();
  /** For a release set, which stays a reason until the page has its plugins. */
  #isForRelease = false;

  constructor(show: () => () => void) {
    this.#show = show;
  }

  /** Whether a new page of this revision has the same plugins, if it was compared before. */
  knows(revision: string): boolean | undefined {
    return this.#compared.get(revision);
  }

  /** A release set that the page has to take: also those who closed an offer get another one. */
  expect(): void {
    this.#isMade = false;
  }

  /** Offers a reload for the release set. */
  forRelease(): void {
    this.#isForRelease = true;
    this.#make();
  }

  /**
   * Offers a reload for a new page with other plugins, and withdraws it if that was undone. Nodes
   * can have different pages, and each call can reach another one: only the first comparison
   * changes an offer.
   */
  forPage(revision: string, isSame: boolean): void {
    const isNew = !this.#compared.has(revision);
    this.#compared.set(revision, isSame);
    if (!isSame) {
      if (isNew) this.#isMade = false;
      this.#make();
    } else if (isNew && !this.#isForRelease) {
      this.#hide();
      this.#isMade = false;
    }
  }

  /** The page has the plugins of the release set. */
  withdraw(): void {
    this.#hide();
    this.#isForRelease = false;
    this.#compared.clear();
  }

  #make(): void {
    if (this.#isMade) return;
    this.#isMade = true;
    // Replaces an earlier offer, also if the user closed it.
    this.#hide();
    this.#hide = this.#show();
  }
}
