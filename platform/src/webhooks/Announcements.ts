import { afterCommit, withStorage } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';
import { findRepository } from '../repositories/repositories.ts';
import { Matcher } from './Matcher.ts';
import { writeOutbox } from './outbox.ts';
import { enabledSubscriptions, stateOfSubscriptions } from './subscriptions.ts';

/**
 * Records events for webhooks on this node. Subscribes only to types with an enabled webhook, so
 * that a platform without webhooks has no additional work.
 */
export class Announcements {
  readonly #platform: Pick<Platform, 'storage' | 'events'>;
  readonly #wake: () => void;
  #state = '';
  #stop: (() => void) | undefined;
  #loading: Promise<void> = Promise.resolve();

  /** `wake` is called once recorded events are durable. */
  constructor(platform: Pick<Platform, 'storage' | 'events'>, wake: () => void) {
    this.#platform = platform;
    this.#wake = wake;
  }

  /** Whether any webhook is enabled. Those of users receive notifications, not events. */
  get isActive(): boolean {
    return this.#state !== '';
  }

  /** Whether webhooks have changed since the last refresh, for example on another node. */
  async isStale(): Promise<boolean> {
    return (await withStorage(this.#platform.storage, stateOfSubscriptions)) !== this.#state;
  }

  /** Reloads the webhooks, after any load in progress. */
  refresh(): Promise<void> {
    const loading = this.#loading.catch(() => undefined).then(() => this.#load());
    this.#loading = loading;
    return loading;
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  async #load(): Promise<void> {
    const found = await withStorage(this.#platform.storage, enabledSubscriptions);
    const matcher = new Matcher(found);
    const { types } = matcher;
    const before = this.#stop;
    this.#stop =
      types.length === 0
        ? undefined
        : this.#platform.events.add({
            name: 'webhooks',
            types,
            inTransaction: async (events) => {
              const written = await writeOutbox(events, matcher, classOf);
              if (written > 0) afterCommit(this.#wake);
            },
          });
    // The new subscription exists before the old one ends, so that no event is missed.
    before?.();
    this.#state = found.map(({ id, version }) => `${id}:${version}`).join(',');
  }
}

const classOf = async (repo: string) => (await findRepository(repo))?.type;
