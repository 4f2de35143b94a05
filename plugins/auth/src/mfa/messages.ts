import { message } from '@lading/contract';

export const messages = {
  otpTitle: message('auth.mfa.otpTitle', 'One-time code'),
  otpHeading: message('auth.mfa.otpHeading', 'Enter your one-time code'),
  otpAbout: message(
    'auth.mfa.otpAbout',
    'Open Google Authenticator or your authenticator app to get the code for {user}.',
  ),
  code: message('auth.mfa.code', '6-digit code'),
  codeWrong: message('auth.mfa.codeWrong', 'Enter the 6 digits from your app'),
  recovery: message('auth.mfa.recovery', 'Recovery code'),
  recoveryMissing: message('auth.mfa.recoveryMissing', 'Enter one of your recovery codes'),
  recoveryHelp: message(
    'auth.mfa.recoveryHelp',
    'If you have no codes left, ask an administrator to reset your multi-factor authentication.',
  ),
  useRecovery: message('auth.mfa.useRecovery', 'Use a recovery code'),
  useCode: message('auth.mfa.useCode', 'Use a code from the app'),
  verify: message('auth.mfa.verify', 'Verify'),
  wentWrong: message('auth.mfa.wentWrong', 'something went wrong'),
  enrollTitle: message('auth.mfa.enrollTitle', 'Set up multi-factor authentication'),
  enrollHeading: message('auth.mfa.enrollHeading', 'Set up multi-factor authentication'),
  enrollAbout: message(
    'auth.mfa.enrollAbout',
    'Multi-factor authentication is required for {user}. Scan the QR code with Google Authenticator or another authenticator app, and enter the 6-digit code.',
  ),
  enrolFailed: message('auth.mfa.enrolFailed', 'Failed to set up multi-factor authentication'),
  retry: message('auth.mfa.retry', 'Try again'),
  codesHeading: message('auth.mfa.codesHeading', 'Save your recovery codes'),
} as const;
