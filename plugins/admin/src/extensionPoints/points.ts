import { type ExtensionKinds, type MainKinds, type Message, message } from '@lading/contract';

/** All kinds of contributions. A kind without an entry is a type error. */
export type Point = keyof MainKinds | keyof ExtensionKinds | 'backends' | 'settings';

interface PointTexts {
  readonly title: Message;
  readonly about: Message;
}

/** The order of the page. */
export const GROUPS = [
  {
    title: message('admin.points.pages', 'Pages and menus'),
    points: ['routes', 'menuItems', 'commands', 'adminCards'],
  },
  {
    title: message('admin.points.parts', 'Parts of other pages'),
    points: [
      'dashboardWidgets',
      'packageTabs',
      'nodeTabs',
      'tableColumns',
      'rowActions',
      'searchCategories',
      'clientGuides',
      'vendorCards',
      'pageParts',
    ],
  },
  {
    title: message('admin.points.data', 'Data and servers'),
    points: ['backends', 'settings', 'features', 'mainApplicationRequests', 'platformConfigurationRequests'],
  },
  {
    title: message('admin.points.languages', 'Languages and sign-in'),
    points: ['languagePacks', 'catalogs', 'signInDialog'],
  },
] as const satisfies readonly { title: Message; points: readonly Point[] }[];

/** Points that untrusted plugins have in frames. The others need code in the page. */
export const IN_FRAMES: ReadonlySet<Point> = new Set<Point>([
  ...(['routes', 'menuItems', 'catalogs', 'backends', 'settings'] as const),
  ...(['dashboardWidgets', 'packageTabs', 'nodeTabs', 'tableColumns', 'rowActions'] as const),
  ...(['searchCategories', 'commands'] as const),
]);

export const POINTS: Readonly<Record<Point, PointTexts>> = {
  routes: {
    title: message('admin.points.routes', 'Pages'),
    about: message(
      'admin.points.routesAbout',
      'A page with its own URL. Its code is loaded when a user opens it.',
    ),
  },
  menuItems: {
    title: message('admin.points.menuItems', 'Menu items'),
    about: message(
      'admin.points.menuItemsAbout',
      'An entry in the sidebar of the application, of a project, or of the administration.',
    ),
  },
  commands: {
    title: message('admin.points.commands', 'Commands'),
    about: message(
      'admin.points.commandsAbout',
      'An action in the command palette, optionally with a keyboard shortcut that users can change.',
    ),
  },
  adminCards: {
    title: message('admin.points.adminCards', 'Administration cards'),
    about: message('admin.points.adminCardsAbout', 'A link in a card of the administration menu.'),
  },
  dashboardWidgets: {
    title: message('admin.points.dashboardWidgets', 'Dashboard widgets'),
    about: message(
      'admin.points.dashboardWidgetsAbout',
      'A part of the dashboard, which loads, fails, and is retried separately.',
    ),
  },
  packageTabs: {
    title: message('admin.points.packageTabs', 'Package tabs'),
    about: message(
      'admin.points.packageTabsAbout',
      'A tab in the details of a package version, for all package types or some of them.',
    ),
  },
  nodeTabs: {
    title: message('admin.points.nodeTabs', 'Tabs of files and folders'),
    about: message(
      'admin.points.nodeTabsAbout',
      'A tab of repositories, folders, or files in the repository browser.',
    ),
  },
  tableColumns: {
    title: message('admin.points.tableColumns', 'Table columns'),
    about: message(
      'admin.points.tableColumnsAbout',
      'A column of the package list, of the versions of a package, or of the repositories, with values that are loaded by page. Repositories can be sorted by it, and exported with it.',
    ),
  },
  rowActions: {
    title: message('admin.points.rowActions', 'Row actions'),
    about: message(
      'admin.points.rowActionsAbout',
      'An action in the menu of each package, version, or repository of a table.',
    ),
  },
  searchCategories: {
    title: message('admin.points.searchCategories', 'Search categories'),
    about: message(
      'admin.points.searchCategoriesAbout',
      'A category of the search box that opens its own result page.',
    ),
  },
  clientGuides: {
    title: message('admin.points.clientGuides', 'Client guides'),
    about: message(
      'admin.points.clientGuidesAbout',
      'Steps that set up the clients of a package format, shown by Set Me Up.',
    ),
  },
  vendorCards: {
    title: message('admin.points.vendorCards', 'Vendor cards'),
    about: message(
      'admin.points.vendorCardsAbout',
      'A system on the page Integrations, with the state of its connections.',
    ),
  },
  pageParts: {
    title: message('admin.points.pageParts', 'Page parts'),
    about: message(
      'admin.points.pagePartsAbout',
      'A part that pages of other plugins can show. Its failure affects nothing else.',
    ),
  },
  backends: {
    title: message('admin.points.backends', 'Backends'),
    about: message(
      'admin.points.backendsAbout',
      "Calls to a server of the plugin's own, sent by the console's server. An administrator sets URL and credentials, and allows the calls.",
    ),
  },
  settings: {
    title: message('admin.points.settings', 'Settings'),
    about: message(
      'admin.points.settingsAbout',
      'Values that administrators set for all users, or each user in the profile. The console generates the forms.',
    ),
  },
  features: {
    title: message('admin.points.features', 'Features'),
    about: message(
      'admin.points.featuresAbout',
      'A named switch that pages, menu items, and other contributions can require.',
    ),
  },
  mainApplicationRequests: {
    title: message('admin.points.mainApplicationRequests', 'Startup requests'),
    about: message(
      'admin.points.mainApplicationRequestsAbout',
      'Data that is loaded when the console starts. A failure stops no other request.',
    ),
  },
  platformConfigurationRequests: {
    title: message('admin.points.platformConfigurationRequests', 'Sign-in requests'),
    about: message(
      'admin.points.platformConfigurationRequestsAbout',
      'Data that is loaded after each sign-in.',
    ),
  },
  languagePacks: {
    title: message('admin.points.languagePacks', 'Languages'),
    about: message(
      'admin.points.languagePacksAbout',
      'A language that users can select, with texts of the console and its plugins.',
    ),
  },
  catalogs: {
    title: message('admin.points.catalogs', 'Translations'),
    about: message('admin.points.catalogsAbout', 'Texts of the plugin in another language.'),
  },
  signInDialog: {
    title: message('admin.points.signInDialog', 'Sign-in dialog'),
    about: message(
      'admin.points.signInDialogAbout',
      'The dialog that is shown when a session expires while a page is open. The first one of the import map is used.',
    ),
  },
};
