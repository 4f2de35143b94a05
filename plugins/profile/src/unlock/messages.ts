import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.unlock.heading', 'Unlock your profile'),
  why: message(
    'profile.unlock.why',
    'Type your password to change your profile or to see your API key. It stays unlocked for 5 minutes.',
  ),
  password: message('profile.unlock.password', 'Password'),
  missing: message('profile.unlock.missing', 'Type your password'),
  submit: message('profile.unlock.submit', 'Unlock'),
  elsewhere: message(
    'profile.unlock.elsewhere',
    'You have no password here: sign in again, and change this within 5 minutes.',
  ),
  signInAgain: message('profile.unlock.signInAgain', 'Sign in again'),
} as const;
