import { message } from '@lading/contract';

export const messages = {
  heading: message('demo.template.heading', 'Template'),
  about: message(
    'demo.template.about',
    'What a page is made of: a heading, one main action, and four states.',
  ),
  action: message('demo.template.action', 'Main action'),
  done: message('demo.template.done', 'The main action says what it did'),
  states: message('demo.template.states', 'States of a page'),
  full: message('demo.template.full', 'Full'),
  empty: message('demo.template.empty', 'Empty'),
  error: message('demo.template.error', 'Error'),
  loading: message('demo.template.loading', 'Loading'),
  nothing: message('demo.template.nothing', 'Nothing is here yet'),
  nothingMore: message(
    'demo.template.nothingMore',
    'What would stand here, and the next step: the exact command or button.',
  ),
  failed: message('demo.template.failed', 'The things could not be fetched'),
  cause: message('demo.template.cause', 'Here stand the words of the server.'),
  what: message('demo.template.what', 'things'),
  counted: message('demo.template.counted', '{count, plural, one {# thing} other {# things}}'),
  name: message('demo.template.name', 'Name'),
  number: message('demo.template.number', 'Number'),
  thing: message('demo.template.thing', 'Thing {number, number}'),
} as const;
