import { type ContributionKind, type Message, message } from '@lading/contract';

/** Counted contributions of a plugin, by kind. */
export const kindMessages: Readonly<Record<ContributionKind | 'backends' | 'settings', Message>> = {
  routes: message('admin.plugins.kinds.routes', '{count, plural, one {# page} other {# pages}}'),
  menuItems: message(
    'admin.plugins.kinds.menuItems',
    '{count, plural, one {# menu item} other {# menu items}}',
  ),
  features: message('admin.plugins.kinds.features', '{count, plural, one {# feature} other {# features}}'),
  mainApplicationRequests: message(
    'admin.plugins.kinds.mainApplicationRequests',
    '{count, plural, one {# startup request} other {# startup requests}}',
  ),
  platformConfigurationRequests: message(
    'admin.plugins.kinds.platformConfigurationRequests',
    '{count, plural, one {# sign-in request} other {# sign-in requests}}',
  ),
  backends: message('admin.plugins.kinds.backends', '{count, plural, one {# backend} other {# backends}}'),
  settings: message('admin.plugins.kinds.settings', '{count, plural, one {# setting} other {# settings}}'),
  searchCategories: message(
    'admin.plugins.kinds.searchCategories',
    '{count, plural, one {# search category} other {# search categories}}',
  ),
  packageTabs: message(
    'admin.plugins.kinds.packageTabs',
    '{count, plural, one {# package tab} other {# package tabs}}',
  ),
  nodeTabs: message(
    'admin.plugins.kinds.nodeTabs',
    '{count, plural, one {# tab of files or folders} other {# tabs of files or folders}}',
  ),
  tableColumns: message(
    'admin.plugins.kinds.tableColumns',
    '{count, plural, one {# table column} other {# table columns}}',
  ),
  rowActions: message(
    'admin.plugins.kinds.rowActions',
    '{count, plural, one {# row action} other {# row actions}}',
  ),
  dashboardWidgets: message(
    'admin.plugins.kinds.dashboardWidgets',
    '{count, plural, one {# dashboard widget} other {# dashboard widgets}}',
  ),
  adminCards: message(
    'admin.plugins.kinds.adminCards',
    '{count, plural, one {# administration card} other {# administration cards}}',
  ),
  vendorCards: message(
    'admin.plugins.kinds.vendorCards',
    '{count, plural, one {# vendor} other {# vendors}}',
  ),
  commands: message('admin.plugins.kinds.commands', '{count, plural, one {# command} other {# commands}}'),
  pageParts: message(
    'admin.plugins.kinds.pageParts',
    '{count, plural, one {# page part} other {# page parts}}',
  ),
  clientGuides: message(
    'admin.plugins.kinds.clientGuides',
    '{count, plural, one {# client guide} other {# client guides}}',
  ),
  catalogs: message(
    'admin.plugins.kinds.catalogs',
    '{count, plural, one {# translation} other {# translations}}',
  ),
  languagePacks: message(
    'admin.plugins.kinds.languagePacks',
    '{count, plural, one {# language} other {# languages}}',
  ),
  signInDialog: message(
    'admin.plugins.kinds.signInDialog',
    '{count, plural, one {# sign-in dialog} other {# sign-in dialogs}}',
  ),
};
