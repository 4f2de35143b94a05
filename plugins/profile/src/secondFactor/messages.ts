import { message } from '@lading/contract';

export const messages = {
  about: message(
    'profile.secondFactor.about',
    'With multi-factor authentication (MFA), you sign in with your password and a 6-digit code from your device.',
  ),
  failed: message('profile.secondFactor.failed', 'Failed to load your MFA settings'),
  off: message('profile.secondFactor.off', 'MFA is turned off on this platform'),
  none: message('profile.secondFactor.none', 'MFA is not set up'),
  setUp: message('profile.secondFactor.setUp', 'Set up MFA'),
  on: message('profile.secondFactor.on', 'MFA is on'),
  since: message('profile.secondFactor.since', 'Set up'),
  codesLeft: message('profile.secondFactor.codesLeft', 'Recovery codes left'),
  required: message('profile.secondFactor.required', 'This platform requires MFA.'),
  scan: message(
    'profile.secondFactor.scan',
    'Scan the QR code with Google Authenticator or another authenticator app, and enter the 6-digit code.',
  ),
  code: message('profile.secondFactor.code', '6-digit code'),
  codeWrong: message('profile.secondFactor.codeWrong', 'Enter the 6 digits from your app'),
  confirm: message('profile.secondFactor.confirm', 'Confirm'),
  cancel: message('profile.secondFactor.cancel', 'Cancel'),
  codesHeading: message('profile.secondFactor.codesHeading', 'Save your recovery codes'),
  another: message('profile.secondFactor.another', 'Set up another device'),
  anotherText: message(
    'profile.secondFactor.anotherText',
    'Once you confirm, the current device and the current recovery codes are no longer valid.',
  ),
  renew: message('profile.secondFactor.renew', 'Generate new recovery codes'),
  renewAsk: message('profile.secondFactor.renewAsk', 'Generate new recovery codes?'),
  renewText: message('profile.secondFactor.renewText', 'Your current recovery codes become invalid.'),
  remove: message('profile.secondFactor.remove', 'Turn off'),
  removeAsk: message('profile.secondFactor.removeAsk', 'Turn off MFA for {name}?'),
  removeText: message(
    'profile.secondFactor.removeText',
    'You then sign in with your password only. Your recovery codes are deleted.',
  ),
  removed: message('profile.secondFactor.removed', 'MFA turned off'),
} as const;
