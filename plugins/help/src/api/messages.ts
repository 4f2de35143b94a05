import { message } from '@lading/contract';

export const messages = {
  heading: message('help.api.heading', 'API reference'),
  failed: message('help.api.failed', 'Failed to load the API reference'),
  search: message('help.api.search', 'Search calls'),
  count: message('help.api.count', '{count, plural, one {# call} other {# calls}}'),
  none: message('help.api.none', 'No calls match “{wanted}”'),
  noneMore: message('help.api.noneMore', 'Search by method, path, section, or summary.'),
  about: message(
    'help.api.about',
    'Parameters, bodies, and answers of the platform’s own API. The same document is available in OpenAPI 3.1:',
  ),
  access: message('help.api.access', 'Access'),
  parameters: message('help.api.parameters', 'Parameters'),
  body: message('help.api.body', 'Body'),
  answers: message('help.api.answers', 'Answers'),
  example: message('help.api.example', 'Example'),
  command: message('help.api.command', 'command'),
  name: message('help.api.name', 'Name'),
  type: message('help.api.type', 'Type'),
  description: message('help.api.description', 'Description'),
  required: message('help.api.required', 'required'),
  protocols: message('help.api.protocols', 'Package manager protocols'),
};
