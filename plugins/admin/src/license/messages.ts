import { message } from '@lading/contract';

export const messages = {
  title: message('admin.license.title', 'Licenses'),
  failed: message('admin.license.failed', 'Failed to load the license'),
  type: message('admin.license.type', 'Type'),
  none: message('admin.license.none', 'None'),
  validThrough: message('admin.license.validThrough', 'Valid through'),
  endless: message('admin.license.endless', 'Never expires'),
  licensedTo: message('admin.license.licensedTo', 'Licensed to'),
  nobody: message('admin.license.nobody', 'Not specified'),
  from: message('admin.license.from', 'Set by'),
  setting: message('admin.license.setting', 'The setting LADING_LICENSE'),
  installed: message('admin.license.installed', 'An administrator'),
  default: message('admin.license.default', 'Platform default'),
  expired: message(
    'admin.license.expired',
    'The license {type} expired on {date}. Until another one is installed, only administrators can sign in.',
  ),
  noLicense: message(
    'admin.license.noLicense',
    'The platform has no license. Until one is installed, only administrators can sign in.',
  ),
  install: message('admin.license.install', 'Install a license'),
  installAbout: message(
    'admin.license.installAbout',
    'A license has a type, an expiry date, and a licensee. It takes effect immediately.',
  ),
  validHelp: message('admin.license.validHelp', 'Leave blank if the license never expires.'),
  past: message('admin.license.past', 'This date is in the past. The license has expired.'),
  pastTitle: message('admin.license.pastTitle', 'Install the expired license {type}?'),
  pastText: message(
    'admin.license.pastText',
    'The license expired on {date}. Until another one is installed, only administrators can sign in.',
  ),
  badDate: message('admin.license.badDate', 'Enter a date, such as 2030-12-31'),
  tooLong: message('admin.license.tooLong', 'Maximum 200 characters'),
  verb: message('admin.license.verb', 'Install'),
  done: message('admin.license.done', 'License {type} installed'),
  remove: message('admin.license.remove', 'Remove'),
  removeTitle: message('admin.license.removeTitle', 'Remove the license {type}?'),
  removeText: message(
    'admin.license.removeText',
    'The platform then uses the license from its settings. Features that it does not include become unavailable.',
  ),
  removed: message('admin.license.removed', 'License removed'),
  notRemoved: message('admin.license.notRemoved', 'Failed to remove the license: {cause}'),
} as const;
