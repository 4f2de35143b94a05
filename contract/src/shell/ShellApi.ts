import type { Contribution, ContributionKind, ContributionValue } from '../contributions/kinds.ts';
import type { Http } from './http.ts';
import type { Navigation } from './navigation.ts';
import type {
  Analytics,
  Disposer,
  FeatureService,
  Language,
  LicenceService,
  Modals,
  Notifications,
  PlatformServices,
  ProjectService,
  ScopedStorage,
  UserService,
} from './services.ts';
import type { SessionService } from './session.ts';

/** What the shell gives to every plug-in. */
export interface ShellApi {
  readonly user: UserService;
  readonly session: SessionService;
  readonly licence: LicenceService;
  readonly features: FeatureService;
  readonly services: PlatformServices;
  readonly project: ProjectService;
  readonly language: Language;
  readonly navigation: Navigation;
  readonly notifications: Notifications;
  readonly http: Http;
  readonly modals: Modals;
  readonly analytics: Analytics;
  readonly storage: ScopedStorage;
  /** Aborted when the plug-in is unmounted. */
  readonly signal: AbortSignal;
  /** Adds a contribution while the console runs; the disposer takes it back. */
  add<K extends ContributionKind>(kind: K, value: ContributionValue<K>): Disposer;
  /** What all plug-ins contribute, in the map's order. Observable, read-only. */
  contributions<K extends ContributionKind>(kind: K): readonly Contribution<K>[];
}
