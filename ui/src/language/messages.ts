import { message } from '@lading/contract';

/** What the shared components say by themselves. */
export const messages = {
  retry: message('ui.retry', 'Retry'),
  loading: message('ui.loading', 'Loading…'),
  breadcrumb: message('ui.breadcrumb', 'Breadcrumb'),
  copy: message('ui.copy', 'Copy {what}'),
  copied: message('ui.copied', 'Copied'),
  notCopied: message('ui.notCopied', 'Could not copy: the browser refused'),
  clear: message('ui.clear', 'Clear {what}'),
  screenStopped: message('ui.screenStopped', 'This screen stopped working'),
  partStopped: message('ui.partStopped', 'This part stopped working'),
  pluginStopped: message('ui.pluginStopped', '{plugin} stopped working'),
  screenNotLoaded: message('ui.screenNotLoaded', 'This screen could not be loaded'),
  columns: message('ui.table.columns', 'Columns'),
  asItWas: message('ui.table.asItWas', 'As it was'),
  choose: message('ui.table.choose', 'Choose {row}'),
  chooseAll: message('ui.table.chooseAll', 'Choose all {what} that are loaded'),
  width: message('ui.table.width', 'Width of {column}'),
  pixels: message('ui.table.pixels', '{count, plural, one {# pixel} other {# pixels}}'),
  rowsFailed: message('ui.table.rowsFailed', 'The {what} could not be fetched'),
  moreFailed: message('ui.table.moreFailed', 'No more could be fetched: {cause}'),
  some: message('ui.table.some', '{count} of {counted}'),
  soFar: message('ui.table.soFar', '{counted} so far'),
} as const;
