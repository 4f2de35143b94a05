import type { EventType, PlatformEvent } from './Event.ts';

export interface Subscriber<T extends EventType = EventType> {
  /** Name for logs. */
  name: string;
  types: readonly T[];
  /**
   * Receives the events of one transaction together, in order, before its commit. May run queries
   * in the transaction. An exception rolls the change back.
   */
  inTransaction?(events: readonly PlatformEvent<T>[]): Promise<void>;
  /**
   * Receives the events after they are durable, on this node only. An exception is logged and
   * doesn't fail the request.
   */
  afterCommit?(events: readonly PlatformEvent<T>[]): void | Promise<void>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly events: Subscriptions;
  }
}

/** Writes to the server log. */
type LogFailure = (fields: { err: unknown; subscriber: string }, message: string) => void;

/** The subscribers of one platform, by event type. */
export class Subscriptions {
  readonly node: string;
  readonly #logFailure: LogFailure;
  readonly #subscribers = new Set<Subscriber>();
  #wanted: ReadonlySet<EventType> = new Set();
  #durable: ReadonlySet<EventType> = new Set();
  #workWithoutTransaction = 0;

  /** `node`: ID of this node, which each event contains. */
  constructor(node: string, logFailure: LogFailure) {
    this.node = node;
    this.#logFailure = logFailure;
  }

  /** Adds a subscriber. Returns a function that removes it. */
  add<T extends EventType>(subscriber: Subscriber<T>): () => void {
    this.#subscribers.add(subscriber);
    this.#count();
    return () => {
      this.#subscribers.delete(subscriber);
      this.#count();
    };
  }

  /** Whether any subscriber receives events of this type. */
  wants(type: EventType): boolean {
    return this.#wanted.has(type);
  }

  /** Whether a subscriber receives events of this type in the transaction. */
  wantsInTransaction(type: EventType): boolean {
    return this.#durable.has(type);
  }

  /**
   * Whether work that began without a transaction, because no subscriber needed one, is still in
   * progress.
   */
  get hasWorkWithoutTransaction(): boolean {
    return this.#workWithoutTransaction > 0;
  }

  async withoutTransaction<T>(work: () => Promise<T>): Promise<T> {
    this.#workWithoutTransaction += 1;
    try {
      return await work();
    } finally {
      this.#workWithoutTransaction -= 1;
    }
  }

  async deliverInTransaction(events: readonly PlatformEvent[]): Promise<void> {
    for (const subscriber of this.#subscribers) {
      const own = eventsFor(subscriber, events);
      if (own.length > 0) await subscriber.inTransaction?.(own);
    }
  }

  deliver(events: readonly PlatformEvent[]): void {
    for (const subscriber of this.#subscribers) {
      const own = eventsFor(subscriber, events);
      if (own.length > 0 && subscriber.afterCommit) void this.#deliverTo(subscriber, own);
    }
  }

  async #deliverTo(subscriber: Subscriber, events: readonly PlatformEvent[]): Promise<void> {
    try {
      await subscriber.afterCommit?.(events);
    } catch (err) {
      this.#logFailure(
        { err, subscriber: subscriber.name },
        `Subscriber ${subscriber.name} failed to handle an event`,
      );
    }
  }

  #count(): void {
    const all = [...this.#subscribers];
    this.#wanted = new Set(all.flatMap(({ types }) => types));
    this.#durable = new Set(all.filter((each) => each.inTransaction).flatMap(({ types }) => types));
  }
}

function eventsFor({ types }: Subscriber, events: readonly PlatformEvent[]): PlatformEvent[] {
  return events.filter(({ type }) => types.includes(type));
}
