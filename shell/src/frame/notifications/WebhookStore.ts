import type { Http } from '@lading/contract';
import type {
  UserWebhook,
  UserWebhookChange,
  UserWebhookState,
  WebhookDeliveries,
  WebhookDelivery,
} from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';

const CALL = '/ui/api/v1/ui/notifications/webhook';
const SHOWN = 5;
/** Milliseconds between checks of a delivery in progress, and maximum number of checks. */
const POLL = { every: 1000, most: 20 };

/** The webhook of the user's notifications. Methods throw `HttpFailure`. */
export class WebhookStore {
  readonly state: Fetched<UserWebhookState | undefined>;
  readonly #http: Http;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;
  /** Attempts before a delivery was sent again, by its ID. */
  readonly #attempts = new Map<string, number>();

  webhook: UserWebhook | undefined;
  /** Only after it was generated. */
  secret: string | undefined;
  deliveries: readonly WebhookDelivery[] | undefined;
  deliveriesError: Error | undefined;

  constructor(http: Http) {
    this.#http = http;
    makeObservable(this, {
      webhook: observableRef,
      secret: observable,
      deliveries: observableRef,
      deliveriesError: observableRef,
      accept: action,
    });
    this.state = new Fetched<UserWebhookState | undefined>(undefined, async (signal) => {
      const found = await http.json<UserWebhookState>(CALL, { signal });
      this.accept(found.webhook);
      if (found.webhook) await this.look();
      return found;
    });
  }

  accept(webhook: UserWebhook | undefined): void {
    this.webhook = webhook;
    this.secret = webhook?.secret;
    if (!webhook) this.deliveries = undefined;
  }

  async save(change: UserWebhookChange): Promise<void> {
    this.accept(await this.#http.json<UserWebhook>(CALL, { method: 'PUT', body: change }));
    await this.look();
  }

  async remove(): Promise<void> {
    await this.#http.json(CALL, { method: 'DELETE' });
    this.accept(undefined);
  }

  async test(): Promise<void> {
    await this.#http.json(`${CALL}/tests`, { method: 'POST' });
    await this.look();
  }

  async resend({ id, attempts }: WebhookDelivery): Promise<void> {
    await this.#http.json(`${CALL}/deliveries/${id}/redeliver`, { method: 'POST' });
    this.#attempts.set(id, attempts);
    await this.look();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.state.dispose();
  }

  /** Loads the last deliveries, and again while an attempt is due. Never throws. */
  async look(left = POLL.most): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const [list, { webhook }] = await Promise.all([
        this.#http.json<WebhookDeliveries>(`${CALL}/deliveries?limit=${SHOWN}`),
        this.#http.json<UserWebhookState>(CALL),
      ]);
      runInAction(() => {
        this.deliveries = list.deliveries;
        this.deliveriesError = undefined;
        if (webhook) this.webhook = webhook;
      });
    } catch (cause) {
      runInAction(() => {
        this.deliveriesError = cause as Error;
      });
    }
    const isOpen = this.deliveries?.some(
      ({ id, state, attempts }) => state === 'waiting' && attempts <= (this.#attempts.get(id) ?? 0),
    );
    if (isOpen && left > 0 && !this.#isDisposed)
      this.#timer = setTimeout(() => void this.look(left - 1), POLL.every);
  }
}
