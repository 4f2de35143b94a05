export type {
  ClientGuide,
  ClientOption,
  ClientPackage,
  ClientStep,
  ClientTarget,
} from './contributions/clientGuide.ts';
export type {
  AdminCard,
  Catalog,
  Command,
  Component,
  DashboardWidget,
  DashboardWidgetProps,
  LanguagePack,
  NodeKind,
  NodeTab,
  NodeTabProps,
  PackageTab,
  PackageTabProps,
  PagePart,
  SearchCategory,
  SignInDialog,
  SignInDialogProps,
  SignInReason,
  VendorCard,
  VendorCardState,
} from './contributions/extensions.ts';
export type { FeatureContribution } from './contributions/feature.ts';
export type { ContributionIcon, OwnIcon } from './contributions/icon.ts';
export type {
  Contribution,
  ContributionKind,
  ContributionKinds,
  ContributionValue,
  ExtensionKinds,
  MainKinds,
} from './contributions/kinds.ts';
export { CONTRIBUTION_KINDS, EXTENSION_KINDS, MAIN_KINDS } from './contributions/kinds.ts';
export type { MenuItemContribution } from './contributions/menuItem.ts';
export type { AheadRequest, RouteContribution, RoutePage, Screen } from './contributions/route.ts';
export type { StartupRequestContribution } from './contributions/startupRequest.ts';
export { DEFAULT_REQUEST_ORDER } from './contributions/startupRequest.ts';
export type {
  PackageRow,
  RepositoryRow,
  RowAction,
  RowActionOf,
  TableCell,
  TableColumn,
  TableColumnOf,
  TableName,
  TableRows,
  TableValue,
  VersionRow,
} from './contributions/tables.ts';
export { formatText, type TextValues } from './language/formatText.ts';
export type { Message, Texts } from './message.ts';
export { message } from './message.ts';
export type { BackendCall, BackendMethod, PluginBackend } from './plugin/backend.ts';
export type { PluginDefinition } from './plugin/definePlugin.ts';
export { definePlugin } from './plugin/definePlugin.ts';
export type { PluginLifecycles, PluginProps } from './plugin/lifecycles.ts';
export type { PluginFile, PluginManifest, Reference, Referenced } from './plugin/manifest.ts';
export { isReference } from './plugin/manifest.ts';
export { pluginName } from './plugin/pluginName.ts';
export type {
  FlagSetting,
  NumberSetting,
  PluginSetting,
  SettingScope,
  SettingValue,
  TextSetting,
} from './plugin/setting.ts';
export type { FailureClass, PluginFailure, PluginState } from './plugin/state.ts';
export {
  CHUNK_TIMEOUT_MS,
  CONTRIBUTIONS_CACHE_MS,
  FAILURE_LOG,
  MOUNT_TIMEOUT_MS,
} from './plugin/state.ts';
export type {
  Entitlement,
  LicenseType,
  Requirement,
  Role,
  ScanningPermission,
  ServiceName,
} from './requirement.ts';
export { LICENSE_RANK } from './requirement.ts';
export type { FramePart } from './shell/framePart.ts';
export type { Http, HttpOptions } from './shell/http.ts';
export { HttpFailure } from './shell/http.ts';
export type { MenuEntry, Menus } from './shell/menus.ts';
export type { Navigation, NavigationOutcome, Place } from './shell/navigation.ts';
export type { Periodic } from './shell/periodic.ts';
export type { ShellApi, ShownPart } from './shell/ShellApi.ts';
export type {
  Analytics,
  ConnectionService,
  ConsoleUser,
  Disposer,
  FeatureService,
  Language,
  LicenseService,
  MadeSearch,
  Modals,
  NotificationAction,
  Notifications,
  PlatformServices,
  ProjectService,
  ScopedStorage,
  SearchService,
  UserService,
} from './shell/services.ts';
export type { SessionService } from './shell/session.ts';
export type { CallReference, Contributions } from './validation/references.ts';
export { hydrate, resolveReference } from './validation/references.ts';
export type { Validated } from './validation/validated.ts';
export type { PluginModule } from './validation/validateModule.ts';
export { validateModule } from './validation/validateModule.ts';
export { CONTRACT_VERSION, contractHolds } from './version.ts';
