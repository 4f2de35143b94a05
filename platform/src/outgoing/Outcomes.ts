/** Times of the last successful and failed requests to a host, in epoch milliseconds. */
export interface Outcome {
  success?: number;
  failure?: { message: string; time: number };
  /** An error that does not prove a failure, such as of content that a browser sent. */
  rejection?: { message: string; time: number };
}

const maxHosts = 500;

/** Outcomes of requests by origin, since the start of this server. */
export class Outcomes {
  readonly #byOrigin = new Map<string, Outcome>();

  of(origin: string): Outcome | undefined {
    return this.#byOrigin.get(origin);
  }

  /** Records the outcome of a request. An aborted request has no outcome for the host. */
  async during<Answer>(
    origin: string,
    signal: AbortSignal | undefined,
    request: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await request();
      this.noteSuccess(origin);
      return answer;
    } catch (error) {
      if (!signal?.aborted) this.noteFailure(origin, error);
      throw error;
    }
  }

  /** Adds an outcome that was noted elsewhere. */
  add(origin: string, outcome: Outcome): void {
    Object.assign(this.#of(origin), outcome);
  }

  noteSuccess(origin: string): void {
    this.#of(origin).success = Date.now();
  }

  noteFailure(origin: string, error: unknown): void {
    this.#of(origin).failure = { message: messageOf(error), time: Date.now() };
  }

  noteRejection(origin: string, error: unknown): void {
    this.#of(origin).rejection = { message: messageOf(error), time: Date.now() };
  }

  #of(origin: string): Outcome {
    const known = this.#byOrigin.get(origin);
    if (known) return known;
    // Evicts the oldest entry. Hosts beyond this limit are not the configured ones.
    const [oldest] = this.#byOrigin.keys();
    if (oldest !== undefined && this.#byOrigin.size >= maxHosts) this.#byOrigin.delete(oldest);
    const outcome: Outcome = {};
    this.#byOrigin.set(origin, outcome);
    return outcome;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
