import { message } from '@lading/contract';

/** What the core says, outside of any screen. */
export const messages = {
  leave: message('shell.core.leave', 'Leave this page?'),
  leaveVerb: message('shell.core.leaveVerb', 'Leave'),
  cancel: message('shell.core.cancel', 'Cancel'),
  close: message('shell.core.close', 'Close'),
  why: message('shell.core.why', 'Why?'),
  retry: message('shell.core.retry', 'Retry'),
  reload: message('shell.core.reload', 'Reload'),
  newVersion: message('shell.core.newVersion', 'There is a new version of the console.'),
  frameFailed: message('shell.core.frameFailed', 'Header and sidebars could not be loaded.'),
  pageFailed: message('shell.core.pageFailed', 'This page could not be loaded'),
  notSignedOut: message('shell.core.notSignedOut', 'You could not be signed out: {cause}'),
  signedOutElsewhere: message('shell.core.signedOutElsewhere', 'You have signed out in another tab.'),
  otherNow: message(
    'shell.core.otherNow',
    '{name} is signed in now. What this page shows is from before, and what you do is done as {name}.',
  ),
  nobodyNow: message(
    'shell.core.nobodyNow',
    'Nobody is signed in now. What this page shows is from before, and what you do is done as {name}.',
  ),
  away: message(
    'shell.core.away',
    'The server cannot be reached. What you see may be old; it goes on by itself.',
  ),
  tryNow: message('shell.core.tryNow', 'Try now'),
  noProject: message(
    'shell.core.noProject',
    'There is no project {project} any more, or you do not belong to it. All projects are shown.',
  ),
  slow: message('shell.core.slow', '{page} takes longer than usual'),
  slowMore: message(
    'shell.core.slowMore',
    'It will appear here as soon as it has arrived. The rest of the console works on.',
  ),
  failed: message('shell.core.failed', '{page} could not be shown'),
  startSafeMode: message('shell.core.startSafeMode', 'Start in safe mode'),
  safeMode: message(
    'shell.core.safeMode',
    'Safe mode: only the shipped plugin versions are in use. Custom import map entries are ignored.',
  ),
  leaveSafeMode: message('shell.core.leaveSafeMode', 'Leave safe mode'),
  failedMore: message('shell.core.failedMore', 'The rest of the console works on.'),
} as const;
