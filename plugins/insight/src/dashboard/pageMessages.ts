import { message } from '@lading/contract';

export const messages = {
  none: message('insight.none', 'No widgets'),
  noneMore: message(
    'insight.noneMore',
    'Plugins contribute widgets with dashboardWidgets in their extensions.',
  ),
  notLoaded: message('insight.widget.notLoaded', 'Failed to load the widget'),
  tookTooLong: message('insight.widget.tookTooLong', 'The server did not respond within {seconds} seconds.'),
};
