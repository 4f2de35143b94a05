import { message } from '@lading/contract';

export const messages = {
  heading: message('help.documentation.heading', 'Documentation'),
  guides: message('help.documentation.guides', 'Guides'),
  unknown: message('help.documentation.unknown', 'Guide “{guide}” not found'),
  unknownMore: message('help.documentation.unknownMore', 'Select a guide from the list.'),
  api: message('help.documentation.api', 'API reference'),
  failed: message('help.documentation.failed', 'Failed to load the guide'),
};
