import { message } from '@lading/contract';

/** Texts of the button, which are loaded with the page. */
export const messages = {
  chosen: message('packages.removal.chosen', '{count} selected'),
  delete: message('packages.removal.delete', 'Delete…'),
  clear: message('packages.removal.clear', 'Clear selection'),
  notLoaded: message('packages.removal.notLoaded', 'Failed to load the dialog'),
} as const;
