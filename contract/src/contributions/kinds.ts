import type {
  AdminCard,
  Catalog,
  ClientGuide,
  Command,
  LanguagePack,
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

/** The kinds that stand at the top of a definition. */
export interface MainKinds {
  /** Places in the address bar. */
  routes: RouteContribution;
  /** Entries of the sidebars. */
  menuItems: MenuItemContribution;
  /** Named switches. */
  features: FeatureContribution;
  /** What to fetch once, at start. */
  mainApplicationRequests: StartupRequestContribution;
  /** What to fetch after each sign-in. */
  platformConfigurationRequests: StartupRequestContribution;
}

/** The kinds under a definition's `extensions`. */
export interface ExtensionKinds {
  /** Categories of the search box. */
  searchCategories: SearchCategory;
  /** Tabs of a package version. */
  packageTabs: PackageTab;
  /** Links in the cards of the administration. */
  adminCards: AdminCard;
  /** Vendors of the integrations page. */
  vendorCards: VendorCard;
  /** Things to do from the command palette. */
  commands: Command;
  /** Parts that pages of other plug-ins can show. */
  pageParts: PagePart;
  /** How clients of package formats are set up. */
  clientGuides: ClientGuide;
  /** Its texts in other languages. */
  catalogs: Catalog;
  /** Languages that users can select. */
  languagePacks: LanguagePack;
  /** The dialog that signs in over the page. */
  signInDialog: SignInDialog;
}

/** Every kind of contribution and the type of its values. */
export interface ContributionKinds extends MainKinds, ExtensionKinds {}

/** The name of a kind. */
export type ContributionKind = keyof ContributionKinds;
/** The type of a kind’s values. */
export type ContributionValue<K extends ContributionKind> = ContributionKinds[K];

/** The names of the kinds at the top of a definition. */
export const MAIN_KINDS = [
  'routes',
  'menuItems',
  'features',
  'mainApplicationRequests',
  'platformConfigurationRequests',
] as const satisfies readonly (keyof MainKinds)[];

/** The names of the kinds under `extensions`. */
export const EXTENSION_KINDS = [
  'searchCategories',
  'packageTabs',
  'adminCards',
  'vendorCards',
  'commands',
  'pageParts',
  'clientGuides',
  'catalogs',
  'languagePacks',
  'signInDialog',
] as const satisfies readonly (keyof ExtensionKinds)[];

/** The names of all kinds. */
export const CONTRIBUTION_KINDS: readonly ContributionKind[] = [...MAIN_KINDS, ...EXTENSION_KINDS];

/** A contribution with the plug-in it came from. */
export interface Contribution<K extends ContributionKind> {
  /** Its name. */
  readonly plugin: string;
  /** What it contributes; not to be changed. */
  readonly value: ContributionValue<K>;
}
