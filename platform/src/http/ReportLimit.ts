const windowMs = 60_000;
/** Addresses that are remembered. With more, the oldest are forgotten. */
const maxAddresses = 10_000;

/**
 * Limits the reports of one address to `perAddress` per minute, and those of all to `perNode`. Many
 * users can share an address. In memory of this node, so that a rejected report costs no query.
 */
export class ReportLimit {
  #started = 0;
  #all = 0;
  #counts = new Map<string, number>();

  constructor(
    private readonly perAddress = 600,
    private readonly perNode = 6_000,
  ) {}

  /** Counts a report. Returns the seconds to wait if there were too many. */
  admit(address: string, now = Date.now()): number | undefined {
    if (now - this.#started >= windowMs) {
      this.#started = now;
      this.#all = 0;
      this.#counts = new Map();
    }
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.perAddress || this.#all >= this.perNode)
      return Math.ceil((this.#started + windowMs - now) / 1000);
    if (this.#counts.size >= maxAddresses) this.#counts.clear();
    this.#counts.set(address, count + 1);
    this.#all += 1;
    return undefined;
  }
}
