interface Trace {
  /** Where the error came from. */
  source: string | undefined;
  /** Everything that cannot be used because of it. */
  readonly ids: Set<string>;
}

/** Follows SystemJS's `onload` hook: which modules one error has made unusable. */
export class FailureTrace {
  readonly #traces = new Map<unknown, Trace>();

  note(error: unknown, id: string, isSource: boolean): void {
    const trace = this.#traces.get(error) ?? { source: undefined, ids: new Set<string>() };
    trace.ids.add(id);
    if (isSource) trace.source = id;
    this.#traces.set(error, trace);
  }

  /** What is known of `error`; several imports may fail by one and the same. */
  of(error: unknown): Readonly<Trace> | undefined {
    return this.#traces.get(error);
  }

  drop(error: unknown): void {
    this.#traces.delete(error);
  }
}
