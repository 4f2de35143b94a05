import { message } from '@lading/contract';

export const messages = {
  heading: message('demo.heading', 'Demo'),
  about: message(
    'demo.about',
    'Parts of several plug-ins, mounted together on one page. Each stands for itself: one that fails costs no other.',
  ),
  from: message('demo.from', 'from the plug-in {plugin}'),
  loading: message('demo.loading', 'Loading…'),
  failed: message('demo.failed', 'This part could not be shown'),
  none: message('demo.none', 'No plug-in lends a part of a page'),
  noneMore: message('demo.noneMore', 'A plug-in lends one by pageParts among its extensions.'),
} as const;
