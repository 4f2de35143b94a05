import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.npmLogin.heading', 'Allow npm to sign in as you?'),
  asks: message(
    'auth.npmLogin.asks',
    'npm on {client} ({address}) requested a token for {user} at {time}. Allow only if you started this yourself.',
  ),
  gone: message('auth.npmLogin.gone', 'The request has expired. Run npm login again and open the new URL.'),
  confirm: message('auth.npmLogin.confirm', 'Allow'),
  refuse: message('auth.npmLogin.refuse', 'Deny'),
  failed: message('auth.npmLogin.failed', 'Failed to confirm the sign-in'),
  done: message('auth.npmLogin.done', 'npm is signed in. You can close this page.'),
} as const;
