import { message } from '@lading/contract';

export const messages = {
  title: message('admin.licence.title', 'Licenses'),
  failed: message('admin.licence.failed', 'The licence could not be fetched'),
  type: message('admin.licence.type', 'Type'),
  none: message('admin.licence.none', 'None'),
  validThrough: message('admin.licence.validThrough', 'Valid through'),
  endless: message('admin.licence.endless', 'It does not end'),
  licensedTo: message('admin.licence.licensedTo', 'Licensed to'),
  nobody: message('admin.licence.nobody', 'Nobody in particular'),
  from: message('admin.licence.from', 'Set by'),
  setting: message('admin.licence.setting', 'The setting LADING_LICENSE'),
  installed: message('admin.licence.installed', 'An administrator'),
  default: message('admin.licence.default', 'The platform itself'),
  expired: message(
    'admin.licence.expired',
    'The licence {type} has run out on {date}: until another one is installed, only administrators get in.',
  ),
  noLicence: message(
    'admin.licence.noLicence',
    'The platform has no licence: until one is installed, only administrators get in.',
  ),
  install: message('admin.licence.install', 'Install a licence'),
  installAbout: message(
    'admin.licence.installAbout',
    'A licence is a type, the day on which it ends, and who it is for. It takes effect at once.',
  ),
  validHelp: message('admin.licence.validHelp', 'Left empty, it does not end.'),
  past: message('admin.licence.past', 'This day is over: the licence would have run out'),
  badDate: message('admin.licence.badDate', 'Enter a date, such as 2030-12-31'),
  tooLong: message('admin.licence.tooLong', 'At most 200 characters'),
  verb: message('admin.licence.verb', 'Install'),
  done: message('admin.licence.done', 'The licence {type} is installed'),
  remove: message('admin.licence.remove', 'Take away'),
  removeTitle: message('admin.licence.removeTitle', 'Take the licence {type} away?'),
  removeText: message(
    'admin.licence.removeText',
    'The platform then has the licence that it was started with. What that does not cover cannot be used any more.',
  ),
  removed: message('admin.licence.removed', 'The licence is taken away'),
  notRemoved: message('admin.licence.notRemoved', 'The licence could not be taken away: {cause}'),
} as const;
