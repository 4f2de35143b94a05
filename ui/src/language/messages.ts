import { message } from '@lading/contract';

/** Texts of the shared components. */
export const messages = {
  retry: message('ui.retry', 'Retry'),
  loading: message('ui.loading', 'Loading…'),
  breadcrumb: message('ui.breadcrumb', 'Breadcrumb'),
  copy: message('ui.copy', 'Copy {what}'),
  copied: message('ui.copied', 'Copied'),
  notCopied: message('ui.notCopied', 'Failed to copy: the browser denied access to the clipboard'),
  clear: message('ui.clear', 'Clear {what}'),
  screenStopped: message('ui.screenStopped', 'This screen stopped working'),
  partStopped: message('ui.partStopped', 'This part stopped working'),
  pluginStopped: message('ui.pluginStopped', '{plugin} stopped working'),
  screenNotLoaded: message('ui.screenNotLoaded', 'Failed to load this screen'),
  exportAs: message('ui.table.exportAs', 'Download list as {format}'),
  exportFailed: message('ui.table.exportFailed', 'Failed to download the list: {cause}'),
  columns: message('ui.table.columns', 'Columns'),
  asItWas: message('ui.table.asItWas', 'Reset'),
  choose: message('ui.table.choose', 'Select {row}'),
  chooseAll: message('ui.table.chooseAll', 'Select all loaded {what}'),
  width: message('ui.table.width', 'Width of {column}'),
  pixels: message('ui.table.pixels', '{count, plural, one {# pixel} other {# pixels}}'),
  rowsFailed: message('ui.table.rowsFailed', 'Failed to load {what}'),
  moreFailed: message('ui.table.moreFailed', 'Failed to load more: {cause}'),
  additionsFailed: message('ui.table.additionsFailed', 'Failed to load the columns and actions of plugins'),
  some: message('ui.table.some', '{count} of {counted}'),
  soFar: message('ui.table.soFar', '{counted} so far'),
} as const;
