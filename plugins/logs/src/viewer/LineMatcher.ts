import { type Criteria, isActive, matcherOf, NO_CRITERIA } from './criteria.ts';

/** Lines that are judged without a pause, so that new criteria need not wait for all lines. */
const BATCH = 10_000;

/** A line with its ID. */
export type SentLine = readonly [id: number, text: string];

/** From the page to the worker. `run` is the number of the criteria. */
export type FilterRequest =
  | { readonly criteria: Criteria; readonly run: number }
  | { readonly add: readonly SentLine[] }
  | { readonly drop: readonly number[] };

/** From the worker to the page: lines that match in the run, and how many are judged. */
export interface FilterResult {
  readonly run: number;
  readonly matching: readonly number[];
  readonly judged: number;
}

/** Keeps the lines of the page, and judges each once for the current criteria. */
export class LineMatcher {
  readonly #reply: (result: FilterResult) => void;
  readonly #pause: () => Promise<void>;
  readonly #lines = new Map<number, string>();
  #criteria = NO_CRITERIA;
  #run = 0;

  /** `pause` resolves when pending requests have been taken. */
  constructor(reply: (result: FilterResult) => void, pause: () => Promise<void>) {
    this.#reply = reply;
    this.#pause = pause;
  }

  async take(request: FilterRequest): Promise<void> {
    if ('drop' in request) for (const id of request.drop) this.#lines.delete(id);
    else if ('add' in request) {
      for (const [id, text] of request.add) this.#lines.set(id, text);
      if (isActive(this.#criteria)) this.#judge(request.add);
    } else {
      this.#criteria = request.criteria;
      this.#run = request.run;
      await this.#judgeAll(request.run);
    }
  }

  async #judgeAll(run: number): Promise<void> {
    if (!isActive(this.#criteria)) return;
    // Lines that arrive from now on are judged when they arrive.
    const lines = [...this.#lines];
    for (let at = 0; at < lines.length; at += BATCH) {
      if (at > 0) await this.#pause();
      if (run !== this.#run) return;
      this.#judge(lines.slice(at, at + BATCH));
    }
  }

  #judge(lines: readonly SentLine[]): void {
    const isMatch = matcherOf(this.#criteria);
    const matching = lines.filter(([, text]) => isMatch(text)).map(([id]) => id);
    this.#reply({ run: this.#run, matching, judged: lines.length });
  }
}
