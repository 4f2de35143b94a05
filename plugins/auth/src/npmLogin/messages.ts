import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.npmLogin.heading', 'Let npm sign in as you?'),
  asks: message(
    'auth.npmLogin.asks',
    'npm on {client} ({address}) asked at {time} for a token of {user}. Confirm only if you started this yourself.',
  ),
  gone: message(
    'auth.npmLogin.gone',
    'Nobody waits for this sign-in any more. Run npm login again and open the address it gives.',
  ),
  confirm: message('auth.npmLogin.confirm', 'Let it sign in'),
  refuse: message('auth.npmLogin.refuse', 'Do not'),
  failed: message('auth.npmLogin.failed', 'The sign-in could not be confirmed'),
  done: message('auth.npmLogin.done', 'npm is signed in. You can close this page.'),
} as const;
