import { message } from '@lading/contract';

export const messages = {
  heading: message('help.documentation.heading', 'Documentation'),
  guides: message('help.documentation.guides', 'Guides'),
  unknown: message('help.documentation.unknown', 'There is no guide “{guide}”'),
  unknownMore: message('help.documentation.unknownMore', 'Choose one from the list.'),
  failed: message('help.documentation.failed', 'The guide could not be shown'),
};
