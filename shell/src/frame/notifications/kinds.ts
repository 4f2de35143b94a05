import type { Message } from '@lading/contract';
import type { NotificationKind } from '@lading/contract/rest';
import { messages } from './messages.ts';

/** Names of the kinds of notifications. */
export const KINDS: Readonly<Record<NotificationKind, Message>> = {
  version: messages.kindVersion,
  vulnerability: messages.kindVulnerability,
  promotion: messages.kindPromotion,
  distribution: messages.kindDistribution,
  webhook: messages.kindWebhook,
  quota: messages.kindQuota,
  access_request: messages.kindRequest,
  access_decision: messages.kindDecision,
  plugin: messages.kindPlugin,
};
