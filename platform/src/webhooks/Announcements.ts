import { afterCommit, withStorage } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';
import { findRepository } from '../repositories/repositories.ts';
import { Matcher } from './Matcher.ts';
import { writeOutbox } from './outbox.ts';
import { enabledSubscriptions, stateOfSubscriptions } from './subscriptions.ts';

/**
 * Records events for webhooks on this node. It subscribes only to the types that an enabled webhook is for, so that a platform without
 * webhooks has no additional work.
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

  get isActive(): boolean {
    return this.#stop !== undefined;
  }

  /** Whether webhooks were changed since, such as by another node. */
  async isStale(): Promise<boolean> {
    return (await withStorage(this.#platform.storage, stateOfSubscriptions)) !== this.#state;
  }

  /** Reads the webhooks, after what is being read. */
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
    // A subscriber of the events in between is always there.
    before?.();
    this.#state = found.map(({ id, version }) => `${id}:${version}`).join(',');
  }
}

const classOf = async (repo: string) => (await findRepository(repo))?.type;
