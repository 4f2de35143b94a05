import { message } from '@lading/contract';

export const messages = {
  uploads: message('repositories.upload.title', 'Uploads'),
  summary: message('repositories.upload.summary', '{done} of {all} uploaded'),
  waiting: message('repositories.upload.waiting', 'Waiting'),
  done: message('repositories.upload.done', 'Uploaded'),
  sent: message('repositories.upload.sent', '{sent} of {size}'),
  exists: message('repositories.upload.exists', 'A file with this name already exists'),
  failed: message('repositories.upload.failed', 'Failed: {cause}'),
  broken: message('repositories.upload.broken', 'the connection was interrupted'),
  replace: message('repositories.upload.replace', 'Replace {file}'),
  replaceShort: message('repositories.upload.replaceShort', 'Replace'),
  retry: message('repositories.upload.retry', 'Retry {file}'),
  retryShort: message('repositories.upload.retryShort', 'Retry'),
  retryAll: message('repositories.upload.retryAll', 'Retry all failed uploads'),
  replaceAll: message('repositories.upload.replaceAll', 'Replace all'),
  drop: message('repositories.upload.drop', 'Remove {file}'),
  stop: message('repositories.upload.stop', 'Stop {file}'),
  clear: message('repositories.upload.clear', 'Close'),
  stopAll: message('repositories.upload.stopAll', 'Stop all'),
  unread: message(
    'repositories.upload.unread',
    'Failed to read {count, plural, one {# file or folder} other {# files or folders}}, which will not be uploaded: {names}. Check your permissions for them, and drop them again.',
  ),
  uploaded: message(
    'repositories.upload.uploaded',
    '{count, plural, one {# file uploaded} other {# files uploaded}}',
  ),
} as const;
