import type { ClientGuide } from './clientGuide.ts';
import type {
  AdminCard,
  Catalog,
  Command,
  DashboardWidget,
  LanguagePack,
  NodeTab,
  PackageTab,
  PagePart,
  SearchCategory,
  SignInDialog,
  VendorCard,
} from './extensions.ts';
import type { FeatureContribution } from './feature.ts';
import type { MenuItemContribution } from './menuItem.ts';
import type { RouteContribution } from './route.ts';
import type { StartupRequestContribution } from './startupRequest.ts';
import type { RowAction, TableColumn } from './tables.ts';

/** Contribution kinds at the top level of a definition. */
export interface MainKinds {
  /** Pages and their URLs. */
  routes: RouteContribution;
  /** Entries of the sidebars. */
  menuItems: MenuItemContribution;
  /** Feature switches. */
  features: FeatureContribution;
  /** Requests at startup. */
  mainApplicationRequests: StartupRequestContribution;
  /** Requests after each sign-in. */
  platformConfigurationRequests: StartupRequestContribution;
}

/** Contribution kinds under `extensions` of a definition. */
export interface ExtensionKinds {
  /** Categories of the search box. */
  searchCategories: SearchCategory;
  /** Tabs of a package version. */
  packageTabs: PackageTab;
  /** Tabs of nodes in the repository browser. */
  nodeTabs: NodeTab;
  /** Columns of tables. */
  tableColumns: TableColumn;
  /** Actions in the menus of table rows. */
  rowActions: RowAction;
  /** Widgets of the dashboard. */
  dashboardWidgets: DashboardWidget;
  /** Links in the cards of the administration. */
  adminCards: AdminCard;
  /** Vendors of the integrations page. */
  vendorCards: VendorCard;
  /** Commands of the command palette. */
  commands: Command;
  /** Parts that pages of other plugins can show. */
  pageParts: PagePart;
  /** Setup guides for clients of package formats. */
  clientGuides: ClientGuide;
  /** Texts in other languages. */
  catalogs: Catalog;
  /** Languages that users can select. */
  languagePacks: LanguagePack;
  /** Dialog for signing in over the page. */
  signInDialog: SignInDialog;
}

/** All contribution kinds with the types of their values. */
export interface ContributionKinds extends MainKinds, ExtensionKinds {}

/** The name of a kind. */
export type ContributionKind = keyof ContributionKinds;
/** The type of a kind’s values. */
export type ContributionValue<K extends ContributionKind> = ContributionKinds[K];

/** Names of the kinds at the top level of a definition. */
export const MAIN_KINDS = [
  'routes',
  'menuItems',
  'features',
  'mainApplicationRequests',
  'platformConfigurationRequests',
] as const satisfies readonly (keyof MainKinds)[];

/** Names of the kinds under `extensions`. */
export const EXTENSION_KINDS = [
  'searchCategories',
  'packageTabs',
  'nodeTabs',
  'tableColumns',
  'rowActions',
  'dashboardWidgets',
  'adminCards',
  'vendorCards',
  'commands',
  'pageParts',
  'clientGuides',
  'catalogs',
  'languagePacks',
  'signInDialog',
] as const satisfies readonly (keyof ExtensionKinds)[];

/** Names of all kinds. */
export const CONTRIBUTION_KINDS: readonly ContributionKind[] = [...MAIN_KINDS, ...EXTENSION_KINDS];

/** A contribution and its plugin. */
export interface Contribution<K extends ContributionKind> {
  /** Name of the plugin. */
  readonly plugin: string;
  /** The contributed value; read-only. */
  readonly value: ContributionValue<K>;
}
