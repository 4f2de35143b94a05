const none: ReadonlySet<number> = new Set();

/** A random sample of texts, with an index of their trigrams. */
export class Sample {
  readonly size: number;
  readonly #texts: readonly string[];
  readonly #having = new Map<string, ReadonlySet<number>>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.size = texts.length;
  }

  /** Returns the indexes of the texts that contain the trigram. */
  having(trigram: string): ReadonlySet<number> {
    let found = this.#having.get(trigram);
    if (!found) {
      const places = this.#texts.flatMap((text, place) => (text.includes(trigram) ? place : []));
      found = places.length ? new Set(places) : none;
      this.#having.set(trigram, found);
    }
    return found;
  }
}

/** Trigrams of one text, in order and without overlaps. */
type Chosen = { run: number; at: number; trigram: string }[];

/** Maximum trigrams: each costs a lookup for every text that contains the rarest one. */
const maxChosen = 4;
/** Maximum trigrams of a pattern to consider. */
const maxConsidered = 100;
/** Once this fraction of all texts is left, another trigram costs more than it saves. */
const rare = 1 / 50_000;
/** A further trigram must leave at most this fraction of the texts that the others left. */
const worthwhile = 0.5;
/** With fewer texts, the sample says nothing about how trigrams correlate. */
const minCorrelated = 3;
/** Minimum sample size. A smaller sample means few texts, which are all read quickly. */
const minSample = 100;

/**
 * Returns the few most selective trigrams of a pattern's runs, and the fraction (0 to 1) of all
 * texts that contain them. An index search for all trigrams would look up each one in every text
 * with the rarest one, mostly in vain: texts with `lan` and `ant` usually also contain `ern`.
 * Returns undefined if the sample or the pattern is too small.
 */
export function selectiveTrigrams(
  runs: readonly string[],
  sample: Sample,
): { glob: string; part: number } | undefined {
  if (sample.size < minSample) return undefined;
  const considered = runs.flatMap((text, run) =>
    Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => ({
      run,
      at,
      trigram: text.slice(at, at + 3),
    })).filter(({ trigram }) => /^[a-zA-Z0-9]{3}$/.test(trigram)),
  );
  let left = considered.slice(0, maxConsidered);
  const chosen: Chosen = [];
  let having: number[] | undefined;
  let part = 1;
  while (left.length && chosen.length < maxChosen && part > rare) {
    // If too few sampled texts contain all trigrams so far, assume that the next one is
    // independent.
    const among = having && having.length >= minCorrelated ? having : undefined;
    const partOf = ({ trigram }: Chosen[number]) => {
      const found = sample.having(trigram);
      const count = among ? among.filter((place) => found.has(place)).length : found.size;
      return Math.max(count, 0.5) / (among?.length ?? sample.size);
    };
    const parts = left.map(partOf);
    const least = Math.min(...parts);
    const best = left[parts.indexOf(least)];
    if (!best || (chosen.length && least > worthwhile)) break;
    part *= least;
    having = [...(having ?? sample.having(best.trigram))].filter((place) =>
      sample.having(best.trigram).has(place),
    );
    chosen.push(best);
    left = left.filter(({ run, at }) => run !== best.run || Math.abs(at - best.at) >= 3);
  }
  if (!chosen.length) return undefined;
  const inOrder = chosen.sort((one, other) => one.run - other.run || one.at - other.at);
  return { glob: `*${inOrder.map(({ trigram }) => trigram).join('*')}*`, part };
}
