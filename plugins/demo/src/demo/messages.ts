import { message } from '@lading/contract';

export const messages = {
  heading: message('demo.heading', 'Demo'),
  about: message(
    'demo.about',
    'Parts of several plugins on one page. Each part is isolated: a failure affects only that part.',
  ),
  from: message('demo.from', 'from the plugin {plugin}'),
  loading: message('demo.loading', 'Loading…'),
  failed: message('demo.failed', 'Failed to show this part'),
  none: message('demo.none', 'No plugin contributes a page part'),
  noneMore: message('demo.noneMore', 'A plugin contributes one with pageParts in its extensions.'),
} as const;
