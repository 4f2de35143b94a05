import type { TextValues } from '../language/formatText.ts';
import type { Message } from '../message.ts';
import type { LicenseType, ServiceName } from '../requirement.ts';

/** Ends what was begun: removes a contribution, a listener, a blocker. */
export type Disposer = () => void;

/** Who uses the console. Observable. */
export interface UserService {
  /** `undefined` until known; a visitor has the name `anonymous`. */
  readonly current: ConsoleUser | undefined;
  /** Somebody, and not a visitor. */
  readonly signedIn: boolean;
}

/** A user, as far as screens need to know. */
export interface ConsoleUser {
  /** The name one signs in with. */
  readonly name: string;
  /** Administers the platform. */
  readonly admin: boolean;
  /** A visitor, who has not signed in. */
  readonly anonymous: boolean;
  /** Where the platform knows the user from: `internal`, `ldap`, `saml`, `oauth`. */
  readonly realm?: string;
  /** May deploy to some repository. */
  readonly canDeploy: boolean;
  /** May change the permissions of some repository. */
  readonly canManage: boolean;
  /** May change the own profile. */
  readonly profileUpdatable: boolean;
  /** Administers some project. */
  readonly projectAdmin: boolean;
}

/** The platform's licence. Observable. */
export interface LicenceService {
  /** `undefined`: N/A. */
  readonly type: LicenseType | undefined;
  /** See `LICENSE_RANK`; 0 without a licence. */
  readonly rank: number;
  /** The platform reports that it has no license (N/A). False until the platform has answered. */
  readonly missing: boolean;
}

/** Which features are supported. Observable. */
export interface FeatureService {
  /** Whether it is; an unknown feature is not. */
  supported(feature: string): boolean;
}

/** Which services of the platform are there. Observable. */
export interface PlatformServices {
  /** Whether it answers on this platform. */
  available(service: ServiceName): boolean;
  /** The version whose calls it answers, such as `7.77.0`. `undefined`: it is not available, or reports none. */
  version(service: ServiceName): string | undefined;
  /** The platform has said which are there, or could not be asked: before that those alone without which there is none are available. */
  readonly known: boolean;
  /** To be called when what the platform says of itself was changed: its name, licence and features are asked anew. Never rejects. */
  reload(): Promise<void>;
}

/** Whether the server can be reached. Observable. */
export interface ConnectionService {
  readonly online: boolean;
  /**
   * Increases each time calls that were lost are worth repeating: the server can be reached again. `ErrorState` of `ui`
   * retries then by itself; code that shows errors in another way should do the same.
   */
  readonly recoveries: number;
}

/** The selected project. Observable. */
export interface ProjectService {
  /** Its key; `undefined`: all projects. */
  readonly current: string | undefined;
  /** To be called when the selected project itself was changed: what the console shows of it is asked anew. */
  changed(): void;
}

/** A search that was made on a page. */
export interface MadeSearch {
  /** Id of its category. */
  readonly type: string;
  /** Of the address of its results, without the `?`. */
  readonly queryString: string;
  /** What was asked for, by its keys in the address. Its texts are what the header shows of it; `searchType` is no such text. */
  readonly searchModel: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/** What was searched for lately. */
export interface SearchService {
  /** To be called when the user has made a search: the header offers it again. One without a text is not kept. */
  add(search: MadeSearch): void;
}

/** Texts in the user's language. Observable. */
export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string;
  /** Which way it is written. */
  readonly direction: 'ltr' | 'rtl';
  /** The text of a message, with `values` filled in. */
  text(message: Message, values?: TextValues): string;
}

/** Notifications that leave by themselves. */
export interface Notifications {
  /** 3000 ms. */
  success(text: string): void;
  /** 3000 ms. */
  info(text: string): void;
  /** 4500 ms. */
  warning(text: string): void;
  /** 4500 ms. */
  error(text: string): void;
}

/** Asks the user something over the page. */
export interface Modals {
  /** `verb` is the button's word. Resolves to whether the user agreed. */
  confirm(question: {
    readonly title: string;
    readonly text: string;
    readonly verb: string;
    readonly danger?: boolean;
  }): Promise<boolean>;
}

/** What the user did, for an operator who turned that on. Stores and sends nothing otherwise. */
export interface Analytics {
  /** Keeps that it happened. */
  track(event: string, data?: Readonly<Record<string, string | number | boolean>>): void;
}

/** Small values kept in this browser, apart for each plug-in. Full or forbidden storage keeps them for the page. */
export interface ScopedStorage {
  /** What was kept, or `undefined`. */
  get(key: string): string | undefined;
  /** Keeps a value. */
  set(key: string, value: string): void;
  /** Forgets a value. */
  remove(key: string): void;
}
