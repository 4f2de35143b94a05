import type { TextValues } from '../language/formatText.ts';
import type { Message } from '../message.ts';
import type { LicenseType, ServiceName } from '../requirement.ts';

/** Stops an effect: removes a contribution, a listener, or a blocker. */
export type Disposer = () => void;

/** The current user. Observable. */
export interface UserService {
  /** `undefined` until known; anonymous users have the name `anonymous`. */
  readonly current: ConsoleUser | undefined;
  /** Whether a user is signed in who is not anonymous. */
  readonly signedIn: boolean;
}

/** User data for screens. */
export interface ConsoleUser {
  /** The user name. */
  readonly name: string;
  /** Administers the platform. */
  readonly admin: boolean;
  /** Not signed in. */
  readonly anonymous: boolean;
  /** Realm of the user: `internal`, `ldap`, `saml`, `oauth`. */
  readonly realm?: string;
  /** Can deploy to some repository. */
  readonly canDeploy: boolean;
  /** Can change the permissions of some repository. */
  readonly canManage: boolean;
  /** Can delete from some repository. Absent if the server does not say. */
  readonly canDelete?: boolean | undefined;
  /** Can change the own profile. */
  readonly profileUpdatable: boolean;
  /** Administers some project. */
  readonly projectAdmin: boolean;
}

/** The platform's license. Observable. */
export interface LicenseService {
  /** `undefined`: N/A. */
  readonly type: LicenseType | undefined;
  /** See `LICENSE_RANK`; 0 without a license. */
  readonly rank: number;
  /** The platform reports that it has no license (N/A). False until the platform has responded. */
  readonly missing: boolean;
}

/** Supported features. Observable. */
export interface FeatureService {
  /** Whether the feature is supported; unknown features are not. */
  supported(feature: string): boolean;
}

/** Available services of the platform. Observable. */
export interface PlatformServices {
  /** Whether the service is available. */
  available(service: ServiceName): boolean;
  /**
   * The API version of the service, such as `7.77.0`. `undefined`: not available, or not reported.
   */
  version(service: ServiceName): string | undefined;
  /**
   * Whether the platform has reported its services, or the request has failed. Until then, only the
   * core services are available.
   */
  readonly known: boolean;
  /**
   * Call after a change of the platform's name, license, or features: reloads them. Never rejects.
   */
  reload(): Promise<void>;
}

/** Whether the server is reachable. Observable. */
export interface ConnectionService {
  readonly online: boolean;
  /**
   * Increases each time failed requests should be repeated because the server is reachable again.
   * `ErrorState` of `ui` then retries automatically; other error views should do the same.
   */
  readonly recoveries: number;
}

/** The selected project. Observable. */
export interface ProjectService {
  /** Its key; `undefined`: all projects. */
  readonly current: string | undefined;
  /** Call after a change of the selected project: its data in the console is reloaded. */
  changed(): void;
}

/** A search made on a page. */
export interface MadeSearch {
  /** Id of its category. */
  readonly type: string;
  /** Query string of the result page, without the `?`. */
  readonly queryString: string;
  /** Search parameters by URL key. The header shows their texts, except `searchType`. */
  readonly searchModel: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/** Recent searches. */
export interface SearchService {
  /**
   * Call when the user has made a search: the header offers it again. Searches without a text are
   * ignored.
   */
  add(search: MadeSearch): void;
  /** The user's searches in this browser, newest first. Not observable. */
  readonly all: readonly MadeSearch[];
}

/** Texts in the user's language. Observable. */
export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string;
  /** Writing direction. */
  readonly direction: 'ltr' | 'rtl';
  /**
   * Languages that users can select: the console's own, then those of language packs. Absent if
   * the console does not say.
   */
  readonly available?: readonly { readonly tag: string; readonly name: string }[];
  /** Returns the text of a message, filled with `values`. */
  text(message: Message, values?: TextValues): string;
}

/** A button of a notification. */
export interface NotificationAction {
  /** Label of the button. */
  readonly verb: string;
  readonly act: () => void;
}

/** Notifications that disappear automatically. */
export interface Notifications {
  /** 3000 ms, or 10 s with an action, such as Undo. */
  success(text: string, action?: NotificationAction): void;
  /** 3000 ms. */
  info(text: string): void;
  /** 4500 ms. */
  warning(text: string): void;
  /** 4500 ms. */
  error(text: string): void;
}

/** Confirmation dialogs. */
export interface Modals {
  /** `verb` is the label of the button. Resolves to whether the user confirmed. */
  confirm(question: {
    readonly title: string;
    readonly text: string;
    readonly verb: string;
    readonly danger?: boolean;
  }): Promise<boolean>;
}

/**
 * User actions, counted by the server if an administrator has turned usage analytics on. Otherwise
 * nothing is stored or sent.
 */
export interface Analytics {
  /**
   * Counts an event. Its name consists of lowercase letters, digits, and hyphens. Events of other
   * plugins are counted without `data`, so that no personal data is stored.
   */
  track(event: string, data?: Readonly<Record<string, string | number | boolean>>): void;
}

/**
 * Small values in this browser, separate for each plugin. If storage is full or blocked, they last
 * as long as the page.
 */
export interface ScopedStorage {
  /** Returns a value, or `undefined`. */
  get(key: string): string | undefined;
  /** Stores a value. */
  set(key: string, value: string): void;
  /** Removes a value. */
  remove(key: string): void;
}
