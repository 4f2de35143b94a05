interface Trace {
  /** Source of the error. */
  source: string | undefined;
  /** Modules that are unusable because of it. */
  readonly ids: Set<string>;
}

/** Tracks with SystemJS's `onload` hook which modules an error has made unusable. */
export class FailureTrace {
  readonly #traces = new Map<unknown, Trace>();

  note(error: unknown, id: string, isSource: boolean): void {
    const trace = this.#traces.get(error) ?? { source: undefined, ids: new Set<string>() };
    trace.ids.add(id);
    if (isSource) trace.source = id;
    this.#traces.set(error, trace);
  }

  /** Returns the trace of `error`, which several imports can share. */
  of(error: unknown): Readonly<Trace> | undefined {
    return this.#traces.get(error);
  }

  drop(error: unknown): void {
    this.#traces.delete(error);
  }
}
