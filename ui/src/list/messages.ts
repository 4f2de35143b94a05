import { message } from '@lading/contract';

export const messages = {
  clear: message('ui.list.clear', 'Clear filter'),
  noMatch: message('ui.list.noMatch', 'No results for “{search}”'),
  noResults: message('ui.list.noResults', 'No results'),
  actions: message('ui.list.actions', 'Actions for the selected rows'),
  selected: message('ui.list.selected', '{count, number} selected'),
  clearSelection: message('ui.list.clearSelection', 'Clear selection'),
} as const;
