import { message } from '@lading/contract';

/** Texts of the core, outside of screens. */
export const messages = {
  leave: message('shell.core.leave', 'Leave this page?'),
  leaveVerb: message('shell.core.leaveVerb', 'Leave'),
  cancel: message('shell.core.cancel', 'Cancel'),
  close: message('shell.core.close', 'Close'),
  why: message('shell.core.why', 'Why?'),
  retry: message('shell.core.retry', 'Retry'),
  reload: message('shell.core.reload', 'Reload'),
  newVersion: message('shell.core.newVersion', 'A new version of the console is available.'),
  frameFailed: message('shell.core.frameFailed', 'Failed to load the header and sidebars.'),
  pageFailed: message('shell.core.pageFailed', 'Failed to load this page'),
  notSignedOut: message('shell.core.notSignedOut', 'Failed to sign out: {cause}'),
  signedOutElsewhere: message('shell.core.signedOutElsewhere', 'You signed out in another tab.'),
  otherNow: message(
    'shell.core.otherNow',
    'You are now signed in as {name}. This page shows earlier data; new actions are performed as {name}.',
  ),
  nobodyNow: message(
    'shell.core.nobodyNow',
    'You are no longer signed in. This page shows earlier data; new actions are performed as {name}.',
  ),
  away: message(
    'shell.core.away',
    'The server cannot be reached. The page may show old data and reconnects automatically.',
  ),
  tryNow: message('shell.core.tryNow', 'Try now'),
  noProject: message(
    'shell.core.noProject',
    'Project {project} no longer exists, or you are not a member. All projects are shown.',
  ),
  slow: message('shell.core.slow', '{page} is taking longer than usual'),
  slowMore: message(
    'shell.core.slowMore',
    'It appears here when it is loaded. The rest of the console is available.',
  ),
  failed: message('shell.core.failed', 'Failed to show {page}'),
  startSafeMode: message('shell.core.startSafeMode', 'Start in safe mode'),
  failedMore: message(
    'shell.core.failedMore',
    'The rest of the console is available. Administrators can disable the plugin or roll it back.',
  ),
} as const;
