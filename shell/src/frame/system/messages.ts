import { message } from '@lading/contract';

export const errors = {
  toFirstPage: message('shell.error.toFirstPage', 'Go to the home page'),
  notFound: message('shell.error.notFound', 'Page not found'),
  notFoundMore: message(
    'shell.error.notFoundMore',
    'No page exists at this URL. It may have been moved or deleted, or the link is incomplete.',
  ),
  refused: message('shell.error.refused', 'Request rejected'),
  refusedMore: message(
    'shell.error.refusedMore',
    'The server rejected a request. Give this request ID to an administrator, who can find it in the log:',
  ),
  failed: message('shell.error.failed', 'Server error'),
  failedMore: message(
    'shell.error.failedMore',
    'The server failed to process the request. Try again in a moment.',
  ),
  notAuthorized: message('shell.error.notAuthorized', 'Not authorized'),
  notAuthorizedMore: message(
    'shell.error.notAuthorizedMore',
    'You are not authorized to view this page. Ask an administrator for permission.',
  ),
  unavailable: message('shell.error.unavailable', 'This page is not available'),
  thisPage: message('shell.error.thisPage', 'This page'),
  why: message('shell.error.why', 'Why?'),
  unknownUser: message('shell.error.unknownUser', 'Failed to load your user data'),
  unknownUserMore: message(
    'shell.error.unknownUserMore',
    'The console needs it to show any page. Try again in a moment. Cause: {cause}',
  ),
} as const;

export const overview = {
  heading: message('shell.overview.heading', 'Overview'),
} as const;
