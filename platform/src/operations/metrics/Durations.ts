import type { Sample } from './Sample.ts';

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A histogram of durations. */
export class Durations {
  /** Counts by the first bound that they are within. The last counter is for all longer ones. */
  readonly #within = new Uint32Array(bounds.length + 1);
  #seconds = 0;

  static sum(all: readonly Durations[]): Durations {
    const sum = new Durations();
    for (const each of all) {
      sum.#seconds += each.#seconds;
      for (const [at, count] of each.#within.entries()) (sum.#within[at] as number) += count;
    }
    return sum;
  }

  add(seconds: number): void {
    this.#seconds += seconds;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at++;
    (this.#within[at] as number)++;
  }

  /** Returns the durations that were added after an earlier state of the same histogram. */
  since(before: Durations): Durations {
    const added = new Durations();
    added.#seconds = this.#seconds - before.#seconds;
    for (const [at, count] of this.#within.entries())
      added.#within[at] = count - (before.#within[at] as number);
    return added;
  }

  get count(): number {
    return this.#within.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Returns the duration that this share of all durations is within, in seconds, interpolated
   * between two bounds, and at most the last bound; undefined without durations.
   */
  percentile(share: number): number | undefined {
    let rest = this.count * share;
    if (rest === 0) return undefined;
    let lower = 0;
    for (const [at, upper] of bounds.entries()) {
      const count = this.#within[at] as number;
      if (rest <= count) return lower + (upper - lower) * (rest / count);
      rest -= count;
      lower = upper;
    }
    return lower;
  }

  samples(labels: Readonly<Record<string, string>>): Sample[] {
    let count = 0;
    const samples: Sample[] = [...bounds, Number.POSITIVE_INFINITY].map((bound, at) => {
      count += this.#within[at] ?? 0;
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound);
      return { suffix: '_bucket', labels: { ...labels, le }, value: count };
    });
    samples.push(
      { suffix: '_sum', labels, value: this.#seconds },
      { suffix: '_count', labels, value: count },
    );
    return samples;
  }
}
