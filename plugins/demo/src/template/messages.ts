import { message } from '@lading/contract';

export const messages = {
  heading: message('demo.template.heading', 'Template'),
  about: message(
    'demo.template.about',
    'The structure of a page: a heading, one primary action, and four states.',
  ),
  action: message('demo.template.action', 'Primary action'),
  done: message('demo.template.done', 'Primary action completed'),
  states: message('demo.template.states', 'States of a page'),
  full: message('demo.template.full', 'Full'),
  empty: message('demo.template.empty', 'Empty'),
  error: message('demo.template.error', 'Error'),
  loading: message('demo.template.loading', 'Loading'),
  nothing: message('demo.template.nothing', 'No items yet'),
  nothingMore: message(
    'demo.template.nothingMore',
    'Describes what appears here and the next step: the exact command or button.',
  ),
  failed: message('demo.template.failed', 'Failed to load things'),
  cause: message('demo.template.cause', 'The message from the server.'),
  what: message('demo.template.what', 'things'),
  counted: message('demo.template.counted', '{count, plural, one {# thing} other {# things}}'),
  name: message('demo.template.name', 'Name'),
  number: message('demo.template.number', 'Number'),
  thing: message('demo.template.thing', 'Thing {number, number}'),
} as const;
