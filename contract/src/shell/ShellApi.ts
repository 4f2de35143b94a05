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
  LicenceService,
  Modals,
  Notifications,
  PlatformServices,
  ProjectService,
  ScopedStorage,
  SearchService,
  UserService,
} from './services.ts';
import type { SessionService } from './session.ts';

/** A part of another plug-in on this page. */
export interface ShownPart {
  /** Settles when it is there, or rejects with why it is not. */
  readonly ready: Promise<void>;
  /** Takes it away; what it throws then is in the log. */
  remove(): Promise<void>;
}

/** What the shell gives to every plug-in. */
export interface ShellApi {
  /** Who uses the console. */
  readonly user: UserService;
  /** For the plug-in that signs in. */
  readonly session: SessionService;
  /** The platform’s licence. */
  readonly licence: LicenceService;
  /** Which features are supported. */
  readonly features: FeatureService;
  /** Which services of the platform are there. */
  readonly services: PlatformServices;
  /** Whether the server can be reached. */
  readonly connection: ConnectionService;
  /** The selected project. */
  readonly project: ProjectService;
  /** What was searched for lately. */
  readonly searches: SearchService;
  /** Texts in the user’s language. */
  readonly language: Language;
  /** Where one is, and how to get elsewhere. */
  readonly navigation: Navigation;
  /** What stands in the sidebars. */
  readonly menus: Menus;
  /** Short messages over the page. */
  readonly notifications: Notifications;
  /** The platform’s calls. */
  readonly http: Http;
  /** What is repeated while somebody can see it. */
  readonly periodic: Periodic;
  /** Questions over the page. */
  readonly modals: Modals;
  /** What the user did, where an operator wants to know. */
  readonly analytics: Analytics;
  /** Small values of the plug-in’s own. */
  readonly storage: ScopedStorage;
  /** Aborted when the plug-in is unmounted. */
  readonly signal: AbortSignal;
  /** Whether all that is required holds now; without a requirement somebody has to be signed in. Observable. */
  allows(requires: Requirement | undefined): boolean;
  /** Adds a contribution while the console runs; the disposer takes it back. */
  add<K extends ContributionKind>(kind: K, value: ContributionValue<K>): Disposer;
  /**
   * Shows a part that some plug-in lends, in `host`. It has the time that plug-ins have; what goes wrong with it is its own. It is taken
   * away when the plug-in that shows it is unmounted, at the latest.
   */
  showPart(id: string, host: HTMLElement): ShownPart;
  /** What all plug-ins contribute, in the map's order. Observable, read-only. */
  contributions<K extends ContributionKind>(kind: K): readonly Contribution<K>[];
}
