import { message } from '@lading/contract';

export const messages = {
  qr: message('ui.secondFactor.qr', 'QR code for the app'),
  secret: message('ui.secondFactor.secret', 'secret'),
  typeSecret: message('ui.secondFactor.typeSecret', 'The camera does not work? Type this into the app:'),
  codesAbout: message(
    'ui.secondFactor.codesAbout',
    'Each of them lets you in once without your device. They are shown this once: keep them where you keep your passwords.',
  ),
  codes: message('ui.secondFactor.codes', 'recovery codes'),
  download: message('ui.secondFactor.download', 'Download'),
  kept: message('ui.secondFactor.kept', 'I have kept them'),
} as const;
