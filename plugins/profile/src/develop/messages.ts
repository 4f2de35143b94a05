import { message } from '@lading/contract';

export const messages = {
  heading: message('profile.develop.heading', 'Development override'),
  failed: message('profile.develop.failed', 'Failed to load the development override'),
  incomplete: message('profile.develop.incomplete', 'The link is incomplete'),
  incompleteMore: message(
    'profile.develop.incompleteMore',
    'Open the link that lading-kit dev prints. It contains a plugin and the URL of its development server.',
  ),
  denied: message('profile.develop.denied', 'You cannot use a development override'),
  question: message(
    'profile.develop.question',
    'Load the plugin {plugin} from {url} in this browser for 8 hours?',
  ),
  effect: message(
    'profile.develop.effect',
    'The code of this server runs in your pages with all of your permissions. Continue only if you started the server, or trust the person who runs it.',
  ),
  scope: message(
    'profile.develop.scope',
    'Other users and your other browsers are not affected. A bar on each page shows the override and stops it. It also ends when you sign out.',
  ),
  running: message(
    'profile.develop.running',
    'This browser already loads {plugin} from {origin}. A new override replaces it.',
  ),
  start: message('profile.develop.start', 'Start override'),
  stop: message('profile.develop.stop', 'Stop current override'),
  cancel: message('profile.develop.cancel', 'Cancel'),
} as const;
