import { message } from '@lading/contract';

export const messages = {
  unknown: message('ui.table.unknown', 'Unknown'),
  failed: message('ui.table.columnFailed', 'Failed to load {column}: {cause}. Retry'),
  notExported: message('ui.table.columnNotExported', 'failed to load {column}: {cause}'),
  late: message('ui.table.columnLate', 'no response within {seconds} s'),
  invalid: message('ui.table.columnInvalid', 'the plugin returned an invalid value'),
  actions: message('ui.table.actions', 'Actions'),
  actionsOf: message('ui.table.actionsOf', 'Actions for {row}'),
  noActions: message('ui.table.noActions', 'No actions for this row'),
  notChecked: message('ui.table.notChecked', 'Failed to check'),
  inProgress: message('ui.table.inProgress', 'In progress'),
  actionFailed: message('ui.table.actionFailed', '{label} failed: {cause} (plugin {plugin})'),
  actionLate: message(
    'ui.table.actionLate',
    'it has not finished after {seconds} s. A later result will not be shown',
  ),
  menuFailed: message('ui.table.menuFailed', 'Failed to load the actions: {cause}'),
} as const;
