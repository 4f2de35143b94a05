import { message } from '@lading/contract';

export const messages = {
  qr: message('ui.secondFactor.qr', 'QR code for the app'),
  secret: message('ui.secondFactor.secret', 'secret'),
  typeSecret: message('ui.secondFactor.typeSecret', 'Can’t scan the code? Enter this key in the app:'),
  codesAbout: message(
    'ui.secondFactor.codesAbout',
    'Each code signs you in once without your device. They are shown only once. Store them with your passwords.',
  ),
  codes: message('ui.secondFactor.codes', 'recovery codes'),
  download: message('ui.secondFactor.download', 'Download'),
  kept: message('ui.secondFactor.kept', 'I have saved them'),
} as const;
