import type { Outcome } from '../../outgoing/Outcomes.ts';
import type { ProxyRoute } from '../../outgoing/proxies/ProxyRoute.ts';
import type { WebhookEvent } from '../payload.ts';
import type { Secrets } from '../Subscription.ts';
import type { Attempt, Receiver } from '../send.ts';

/** An event to send, as the thread receives it. */
export interface Task {
  id: number;
  receiver: Receiver;
  secrets: Secrets;
  event: WebhookEvent;
  through: ProxyRoute | undefined;
}

/** The result of a task. `error`: an unexpected one. `outcome`: absent if it says nothing. */
export type Done =
  | { id: number; attempt: Attempt; outcome: Outcome | undefined }
  | { id: number; error: unknown };
