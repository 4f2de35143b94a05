import { message } from '@lading/contract';

export const messages = {
  title: message('security.audit.title', 'Audit log'),
  about: message('security.audit.about', 'What happened at the doors, the newest first.'),
  user: message('security.audit.user', 'User'),
  event: message('security.audit.event', 'Event'),
  every: message('security.audit.every', 'Every event'),
  show: message('security.audit.show', 'Show'),
  time: message('security.audit.time', 'Time'),
  outcome: message('security.audit.outcome', 'Outcome'),
  success: message('security.audit.success', 'Success'),
  failure: message('security.audit.failure', 'Failure'),
  from: message('security.audit.from', 'From'),
  detail: message('security.audit.detail', 'Detail'),
  by: message('security.audit.by', '{user}, by {by}'),
  more: message('security.audit.more', 'Show older ones'),
  none: message('security.audit.none', 'Nothing matches. Clear the filters.'),
  failed: message('security.audit.failed', 'The audit log could not be fetched'),
} as const;
