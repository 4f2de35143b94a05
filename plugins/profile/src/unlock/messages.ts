import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.unlock.heading', 'Unlock your profile'),
  why: message(
    'profile.unlock.why',
    'Enter your password to change your profile or see your API key. The profile stays unlocked for 5 minutes.',
  ),
  password: message('profile.unlock.password', 'Password'),
  missing: message('profile.unlock.missing', 'Enter your password'),
  submit: message('profile.unlock.submit', 'Unlock'),
  elsewhere: message(
    'profile.unlock.elsewhere',
    'You have no password here. Sign in again, and make your change within 5 minutes.',
  ),
  signInAgain: message('profile.unlock.signInAgain', 'Sign in again'),
} as const;
