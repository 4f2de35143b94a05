import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.cli.heading', 'Allow a client to sign in as you?'),
  asks: message(
    'auth.cli.asks',
    'A command-line client requests a token for {user}. Continue only if you started this yourself.',
  ),
  someClient: message('auth.cli.someClient', 'A client'),
  client: message('auth.cli.client', 'Client'),
  callsItself: message('auth.cli.callsItself', 'Reported name'),
  address: message('auth.cli.address', 'IP address'),
  asked: message('auth.cli.asked', 'Requested'),
  expires: message('auth.cli.expires', 'Expires'),
  goOn: message('auth.cli.goOn', 'Continue'),
  refuse: message('auth.cli.refuse', 'Deny'),
  verifyHeading: message('auth.cli.verifyHeading', 'Enter the code shown by the client'),
  verifyAbout: message(
    'auth.cli.verifyAbout',
    '{client} shows the code in your terminal. Never enter a code that someone sent you.',
  ),
  code: message('auth.cli.code', '4-character code'),
  codeWrong: message('auth.cli.codeWrong', 'Enter the 4 characters shown by the client'),
  submit: message('auth.cli.submit', 'Allow'),
  attempts: message('auth.cli.attempts', '{count, plural, one {# attempt left.} other {# attempts left.}}'),
  failed: message('auth.cli.failed', 'Failed to sign in the client'),
  gone: message('auth.cli.gone', 'The request has expired. Start again in your client.'),
  retry: message('auth.cli.retry', 'Try again'),
  done: message('auth.cli.done', 'The client is signed in. You can close this page.'),
  toConsole: message('auth.cli.toConsole', 'Go to the console'),
} as const;
