import { message } from '@lading/contract';

export const messages = {
  otpTitle: message('auth.mfa.otpTitle', 'One-time code'),
  otpHeading: message('auth.mfa.otpHeading', 'Type your one-time code'),
  otpAbout: message(
    'auth.mfa.otpAbout',
    'Google Authenticator, or the app that you use, shows it for {user}.',
  ),
  code: message('auth.mfa.code', 'Code of 6 digits'),
  codeWrong: message('auth.mfa.codeWrong', 'Type the 6 digits that the app shows'),
  recovery: message('auth.mfa.recovery', 'Recovery code'),
  recoveryMissing: message('auth.mfa.recoveryMissing', 'Type one of your recovery codes'),
  useRecovery: message('auth.mfa.useRecovery', 'Use a recovery code'),
  useCode: message('auth.mfa.useCode', 'Use a code of the app instead'),
  verify: message('auth.mfa.verify', 'Verify'),
  wentWrong: message('auth.mfa.wentWrong', 'something went wrong'),
  enrollTitle: message('auth.mfa.enrollTitle', 'Set up a second factor'),
  enrollHeading: message('auth.mfa.enrollHeading', 'Set up a second factor'),
  enrollAbout: message(
    'auth.mfa.enrollAbout',
    'This platform asks {user} for a code besides the password. Scan the picture with Google Authenticator or another app for one-time codes, and type the code that it shows.',
  ),
  enrolFailed: message('auth.mfa.enrolFailed', 'The second factor could not be set up'),
  retry: message('auth.mfa.retry', 'Try again'),
  codesHeading: message('auth.mfa.codesHeading', 'Keep your recovery codes'),
} as const;
