import type { EventType, PlatformEvent } from './Event.ts';

export interface Subscriber<T extends EventType = EventType> {
  /** For logs. */
  name: string;
  types: readonly T[];
  /**
   * Receives the events of one transaction together, in their order, before its commit, and may run queries in it. What it throws
   * rolls the change back.
   */
  inTransaction?(events: readonly PlatformEvent<T>[]): Promise<void>;
  /** Receives them once they are durable, on this node alone. What it throws is logged and doesn't reach the request. */
  afterCommit?(events: readonly PlatformEvent<T>[]): void | Promise<void>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly events: Subscriptions;
  }
}

/** Writes to the log of the server. */
type LogFailure = (fields: { err: unknown; subscriber: string }, message: string) => void;

/** The subscribers of one platform, by the type of event. */
export class Subscriptions {
  readonly node: string;
  readonly #logFailure: LogFailure;
  readonly #subscribers = new Set<Subscriber>();
  #wanted: ReadonlySet<EventType> = new Set();
  #durable: ReadonlySet<EventType> = new Set();
  #workWithoutTransaction = 0;

  /** `node`: the ID of this node, which each event names. */
  constructor(node: string, logFailure: LogFailure) {
    this.node = node;
    this.#logFailure = logFailure;
  }

  /** Returns the function that ends the subscription. */
  add<T extends EventType>(subscriber: Subscriber<T>): () => void {
    this.#subscribers.add(subscriber);
    this.#count();
    return () => {
      this.#subscribers.delete(subscriber);
      this.#count();
    };
  }

  /** Whether any subscriber receives events of the type. */
  wants(type: EventType): boolean {
    return this.#wanted.has(type);
  }

  /** Whether a subscriber receives them in the transaction. */
  wantsInTransaction(type: EventType): boolean {
    return this.#durable.has(type);
  }

  /** Whether work is in progress that began when no subscriber needed a transaction. */
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
