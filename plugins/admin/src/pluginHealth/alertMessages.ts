import { message } from '@lading/contract';

export const alertMessages = {
  open: message('admin.pluginAlerts.open', 'Alerts'),
  title: message('admin.pluginAlerts.title', 'Alerts of plugins'),
  about: message(
    'admin.pluginAlerts.about',
    'Administrators are notified in the console when a version fails in browsers, when a canary stops because of a failure, and when the server cannot load a version. They are notified of each problem of a version once a day. Failures in browsers are counted by report and not by user. Browsers send reports also before the sign-in, so anyone who can reach the server can cause such a notification.',
  ),
  failed: message('admin.pluginAlerts.failed', 'Failed to load the alerts'),
  percent: message('admin.pluginAlerts.percent', 'Failed loads (%)'),
  percentHelp: message(
    'admin.pluginAlerts.percentHelp',
    'Notifies from this share of the loads of a version in 24 hours on, if there are at least 5. 0 turns these notifications off.',
  ),
  badPercent: message('admin.pluginAlerts.badPercent', 'Enter a whole number from 0 to 100.'),
  saved: message('admin.pluginAlerts.saved', 'Alerts saved'),
} as const;
