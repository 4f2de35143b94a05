import { message } from '@lading/contract';

export const messages = {
  title: message('admin.licence.title', 'Licenses'),
  failed: message('admin.licence.failed', 'Failed to load the license'),
  type: message('admin.licence.type', 'Type'),
  none: message('admin.licence.none', 'None'),
  validThrough: message('admin.licence.validThrough', 'Valid through'),
  endless: message('admin.licence.endless', 'Never expires'),
  licensedTo: message('admin.licence.licensedTo', 'Licensed to'),
  nobody: message('admin.licence.nobody', 'Not specified'),
  from: message('admin.licence.from', 'Set by'),
  setting: message('admin.licence.setting', 'The setting LADING_LICENSE'),
  installed: message('admin.licence.installed', 'An administrator'),
  default: message('admin.licence.default', 'Platform default'),
  expired: message(
    'admin.licence.expired',
    'The license {type} expired on {date}. Until another one is installed, only administrators can sign in.',
  ),
  noLicence: message(
    'admin.licence.noLicence',
    'The platform has no license. Until one is installed, only administrators can sign in.',
  ),
  install: message('admin.licence.install', 'Install a license'),
  installAbout: message(
    'admin.licence.installAbout',
    'A license has a type, an expiry date, and a licensee. It takes effect immediately.',
  ),
  validHelp: message('admin.licence.validHelp', 'Leave blank if the license never expires.'),
  past: message('admin.licence.past', 'This date is in the past: the license would be expired'),
  badDate: message('admin.licence.badDate', 'Enter a date, such as 2030-12-31'),
  tooLong: message('admin.licence.tooLong', 'Maximum 200 characters'),
  verb: message('admin.licence.verb', 'Install'),
  done: message('admin.licence.done', 'License {type} installed'),
  remove: message('admin.licence.remove', 'Remove'),
  removeTitle: message('admin.licence.removeTitle', 'Remove the license {type}?'),
  removeText: message(
    'admin.licence.removeText',
    'The platform then uses the license from its settings. Features that it does not include become unavailable.',
  ),
  removed: message('admin.licence.removed', 'License removed'),
  notRemoved: message('admin.licence.notRemoved', 'Failed to remove the license: {cause}'),
} as const;
