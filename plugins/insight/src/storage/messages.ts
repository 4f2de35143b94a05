import { message } from '@lading/contract';

export const messages = {
  failed: message('insight.storage.failed', 'Failed to load the storage usage'),
  notCalculated: message('insight.storage.notCalculated', 'Storage usage is not calculated yet'),
  notCalculatedMore: message(
    'insight.storage.notCalculatedMore',
    'A background job calculates it. To do it now, open the storage page.',
  ),
  stored: message('insight.storage.stored', '{stored} stored for {bytes} of files'),
  disk: message('insight.storage.disk', '{free} of {total} free on the disk of {directory}'),
  diskUse: message('insight.storage.diskUse', 'Used disk space'),
  quota: message('insight.storage.quota', '{used} of the quota of {quota} in use'),
  quotaUse: message('insight.storage.quotaUse', 'Used share of the quota'),
  growth: message('insight.storage.growth', 'Stored bytes in the last {days} days: {first} to {last}'),
};
