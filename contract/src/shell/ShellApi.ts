import type { Contribution, ContributionKind, ContributionValue } from '../contributions/kinds.ts';
import type { Requirement } from '../requirement.ts';
import type { Http } from './http.ts';
import type { Menus } from './menus.ts';
import type { Navigation } from './navigation.ts';
import type { Periodic } from './periodic.ts';
import type {
  Analytics,
  ConnectionService,
  Disposer,
  FeatureService,
  Language,
  LicenseService,
  Modals,
  Notifications,
  PlatformServices,
  ProjectService,
  ScopedStorage,
  SearchService,
  UserService,
} from './services.ts';
import type { SessionService } from './session.ts';

/** A part of another plugin on this page. */
export interface ShownPart {
  /** Resolves when the part is shown, or rejects with the reason of a failure. */
  readonly ready: Promise<void>;
  /** Removes the part. Errors are logged. */
  remove(): Promise<void>;
}

/** The shell's API for plugins. */
export interface ShellApi {
  /** The current user. */
  readonly user: UserService;
  /** For the plugin with the sign-in pages. */
  readonly session: SessionService;
  /** The platform’s license. */
  readonly license: LicenseService;
  /** Supported features. */
  readonly features: FeatureService;
  /** Available services of the platform. */
  readonly services: PlatformServices;
  /** Whether the server is reachable. */
  readonly connection: ConnectionService;
  /** The selected project. */
  readonly project: ProjectService;
  /** Recent searches. */
  readonly searches: SearchService;
  /** Texts in the user’s language. */
  readonly language: Language;
  /** Current URL, and navigation. */
  readonly navigation: Navigation;
  /** Entries of the sidebars. */
  readonly menus: Menus;
  /** Short messages over the page. */
  readonly notifications: Notifications;
  /** Requests to the platform’s API. */
  readonly http: Http;
  /** Repeated work while the page is visible. */
  readonly periodic: Periodic;
  /** Confirmation dialogs. */
  readonly modals: Modals;
  /** User actions, if an administrator has turned usage analytics on. */
  readonly analytics: Analytics;
  /** Small values of the plugin. */
  readonly storage: ScopedStorage;
  /** Aborted when the plugin is unmounted. */
  readonly signal: AbortSignal;
  /**
   * Whether all conditions hold now; without a requirement, whether a user is signed in.
   * Observable.
   */
  allows(requires: Requirement | undefined): boolean;
  /**
   * Puts a text before the title of the page, such as the name of the object that it shows, until
   * the disposer is called, the user opens a page of another plugin, or the plugin is unmounted.
   * The last call counts.
   */
  setTitle(text: string): Disposer;
  /** Adds a contribution at run time; the disposer removes it. */
  add<K extends ContributionKind>(kind: K, value: ContributionValue<K>): Disposer;
  /**
   * Shows a part of any plugin in `host`, with the same timeouts as for plugins. Its failures don't
   * affect the calling plugin. The part is removed when the calling plugin is unmounted, at the
   * latest.
   */
  showPart(id: string, host: HTMLElement): ShownPart;
  /** Contributions of all plugins, in import map order. Observable, read-only. */
  contributions<K extends ContributionKind>(kind: K): readonly Contribution<K>[];
  /**
   * Returns the shell of the contribution's plugin, for calls of the contribution's functions. Its
   * signal is that of this shell.
   */
  shellOf(contribution: Contribution<ContributionKind>): ShellApi;
  /**
   * Reports that a contribution does not work, as a failure of its plugin and its version. It does
   * not stop the plugin. A failed request (`HttpFailure`) is not one of the plugin, and is ignored.
   */
  reportFailure(contribution: Contribution<ContributionKind>, error: unknown): void;
}
