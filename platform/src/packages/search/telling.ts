const none: ReadonlySet<number> = new Set();

/** Texts that stand for all others, and which of them have a trigram in them. */
export class Sample {
  readonly size: number;
  readonly #texts: readonly string[];
  readonly #having = new Map<string, ReadonlySet<number>>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.size = texts.length;
  }

  /** By their places. */
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

/** Trigrams of one text, in their order and none over another. */
type Chosen = { run: number; at: number; trigram: string }[];

/** Each costs a look for every text that has the rarest of them. */
const mostChosen = 4;
/** Of a pattern no more are thought about. */
const mostConsidered = 100;
/** When only this part of all texts has those that were chosen, the next one would tell nothing that is worth its price. */
const rare = 1 / 50_000;
/** One is worth its price that leaves at most this part of what the others have left. */
const worthwhile = 0.5;
/** Of fewer texts the sample tells nothing by itself. */
const leastTelling = 3;
/** A sample of fewer texts is of so few that all of them are looked at in no time. */
const leastSample = 100;

/**
 * The few trigrams of a pattern's runs that tell best which texts match: an index that is asked for all of them looks each of them up for
 * every text that has the rarest, most of them in vain, as who has `lan` and `ant` also has `ern`. With the part of all texts that has
 * them, 0 to 1. Undefined where the sample or the pattern has too little to choose by.
 */
export function tellingTrigrams(
  runs: readonly string[],
  sample: Sample,
): { glob: string; part: number } | undefined {
  if (sample.size < leastSample) return undefined;
  const considered = runs.flatMap((text, run) =>
    Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => ({
      run,
      at,
      trigram: text.slice(at, at + 3),
    })).filter(({ trigram }) => /^[a-zA-Z0-9]{3}$/.test(trigram)),
  );
  let left = considered.slice(0, mostConsidered);
  const chosen: Chosen = [];
  let having: number[] | undefined;
  let part = 1;
  while (left.length && chosen.length < mostChosen && part > rare) {
    // Once too few of the sample have them all, what is chosen next is taken to be independent of them.
    const among = having && having.length >= leastTelling ? having : undefined;
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
