import type {
  AdminCard,
  Command,
  PackageTab,
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
  routes: RouteContribution;
  menuItems: MenuItemContribution;
  features: FeatureContribution;
  mainApplicationRequests: StartupRequestContribution;
  platformConfigurationRequests: StartupRequestContribution;
}

/** The kinds under a definition's `extensions`. */
export interface ExtensionKinds {
  searchCategories: SearchCategory;
  packageTabs: PackageTab;
  adminCards: AdminCard;
  vendorCards: VendorCard;
  commands: Command;
  signInDialog: SignInDialog;
}

/** Every kind of contribution and the type of its values. */
export interface ContributionKinds extends MainKinds, ExtensionKinds {}

export type ContributionKind = keyof ContributionKinds;
export type ContributionValue<K extends ContributionKind> = ContributionKinds[K];

export const MAIN_KINDS = [
  'routes',
  'menuItems',
  'features',
  'mainApplicationRequests',
  'platformConfigurationRequests',
] as const satisfies readonly (keyof MainKinds)[];

export const EXTENSION_KINDS = [
  'searchCategories',
  'packageTabs',
  'adminCards',
  'vendorCards',
  'commands',
  'signInDialog',
] as const satisfies readonly (keyof ExtensionKinds)[];

export const CONTRIBUTION_KINDS: readonly ContributionKind[] = [...MAIN_KINDS, ...EXTENSION_KINDS];

/** A contribution with the plug-in it came from. */
export interface Contribution<K extends ContributionKind> {
  readonly plugin: string;
  readonly value: ContributionValue<K>;
}
