import { message } from '@lading/contract';

export const messages = {
  none: message('insight.searches.none', 'No recent searches'),
  noneMore: message(
    'insight.searches.noneMore',
    'Your searches appear here. They are stored in this browser only.',
  ),
};
