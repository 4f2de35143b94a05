import { message } from '@lading/contract';

export const messages = {
  title: message('security.audit.title', 'Audit log'),
  about: message('security.audit.about', 'Sign-ins and access changes, newest first.'),
  user: message('security.audit.user', 'User'),
  event: message('security.audit.event', 'Event'),
  every: message('security.audit.every', 'All events'),
  show: message('security.audit.show', 'Show'),
  time: message('security.audit.time', 'Time'),
  outcome: message('security.audit.outcome', 'Outcome'),
  success: message('security.audit.success', 'Success'),
  failure: message('security.audit.failure', 'Failure'),
  from: message('security.audit.from', 'IP address'),
  detail: message('security.audit.detail', 'Details'),
  by: message('security.audit.by', '{user}, by {by}'),
  more: message('security.audit.more', 'Show older entries'),
  none: message('security.audit.none', 'No matching entries. Clear the filters.'),
  failed: message('security.audit.failed', 'Failed to load the audit log'),
} as const;
