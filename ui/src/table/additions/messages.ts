import { message } from '@lading/contract';

export const messages = {
  unknown: message('ui.table.unknown', 'Unknown'),
  failed: message('ui.table.columnFailed', 'Failed to load {column}: {cause}. Retry'),
  late: message('ui.table.columnLate', 'no response within {seconds} s'),
  invalid: message('ui.table.columnInvalid', 'the plugin returned an invalid value'),
  actions: message('ui.table.actions', 'Actions'),
  actionsOf: message('ui.table.actionsOf', 'Actions for {row}'),
  noActions: message('ui.table.noActions', 'No actions for this row'),
  notChecked: message('ui.table.notChecked', 'Failed to check'),
  actionFailed: message('ui.table.actionFailed', '{label} failed: {cause}'),
  menuFailed: message('ui.table.menuFailed', 'Failed to load the actions: {cause}'),
} as const;
