import { message } from '@lading/contract';

export const messages = {
  about: message(
    'profile.secondFactor.about',
    'With a second factor, a password alone lets nobody in: the console asks for a code that your device shows too.',
  ),
  failed: message('profile.secondFactor.failed', 'Your second factor could not be fetched'),
  off: message('profile.secondFactor.off', 'This platform asks nobody for a second factor'),
  none: message('profile.secondFactor.none', 'You have no second factor'),
  setUp: message('profile.secondFactor.setUp', 'Set up a second factor'),
  on: message('profile.secondFactor.on', 'Your second factor is on'),
  since: message('profile.secondFactor.since', 'Set up'),
  codesLeft: message('profile.secondFactor.codesLeft', 'Recovery codes left'),
  required: message('profile.secondFactor.required', 'This platform asks everyone for a second factor.'),
  scan: message(
    'profile.secondFactor.scan',
    'Scan the picture with Google Authenticator or another app for one-time codes, and type the code that it shows.',
  ),
  code: message('profile.secondFactor.code', 'Code of 6 digits'),
  codeWrong: message('profile.secondFactor.codeWrong', 'Type the 6 digits that the app shows'),
  confirm: message('profile.secondFactor.confirm', 'Confirm'),
  cancel: message('profile.secondFactor.cancel', 'Cancel'),
  codesHeading: message('profile.secondFactor.codesHeading', 'Keep your recovery codes'),
  renew: message('profile.secondFactor.renew', 'New recovery codes'),
  renewAsk: message('profile.secondFactor.renewAsk', 'Make new recovery codes?'),
  renewText: message('profile.secondFactor.renewText', 'Those that you have will let nobody in any more.'),
  remove: message('profile.secondFactor.remove', 'Turn off'),
  removeAsk: message('profile.secondFactor.removeAsk', 'Turn off the second factor of {name}?'),
  removeText: message(
    'profile.secondFactor.removeText',
    'From then on the password alone lets you in. Your recovery codes go with it.',
  ),
  removed: message('profile.secondFactor.removed', 'Your second factor is off'),
} as const;
