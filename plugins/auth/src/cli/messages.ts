import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.cli.heading', 'Let a client sign in as you?'),
  asks: message(
    'auth.cli.asks',
    'A client of the command line asks for a token of {user}. Go on only if you started this yourself.',
  ),
  someClient: message('auth.cli.someClient', 'A client'),
  client: message('auth.cli.client', 'Client'),
  callsItself: message('auth.cli.callsItself', 'Calls itself'),
  address: message('auth.cli.address', 'Address'),
  asked: message('auth.cli.asked', 'Asked at'),
  expires: message('auth.cli.expires', 'Waits until'),
  goOn: message('auth.cli.goOn', 'Go on'),
  refuse: message('auth.cli.refuse', 'Do not let it in'),
  verifyHeading: message('auth.cli.verifyHeading', 'Type the code that the client shows'),
  verifyAbout: message(
    'auth.cli.verifyAbout',
    'It stands where {client} was started, on your own screen. Never type a code that somebody sent you.',
  ),
  code: message('auth.cli.code', 'Code of 4 characters'),
  codeWrong: message('auth.cli.codeWrong', 'Type the 4 characters that the client shows'),
  submit: message('auth.cli.submit', 'Let it sign in'),
  attempts: message(
    'auth.cli.attempts',
    '{count, plural, one {# attempt is left.} other {# attempts are left.}}',
  ),
  failed: message('auth.cli.failed', 'The client could not be let in'),
  gone: message('auth.cli.gone', 'The client does not wait any more: begin anew where you want to sign in.'),
  retry: message('auth.cli.retry', 'Try again'),
  done: message('auth.cli.done', 'The client is signed in. You can close this page.'),
  toConsole: message('auth.cli.toConsole', 'To the console'),
} as const;
