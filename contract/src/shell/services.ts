import type { LicenseType, ServiceName } from '../requirement.ts';

/** Ends what was begun: removes a contribution, a listener, a blocker. */
export type Disposer = () => void;

/** Who uses the console. Observable. */
export interface UserService {
  /** `undefined` until known; a visitor has the name `anonymous`. */
  readonly current: ConsoleUser | undefined;
  readonly signedIn: boolean;
}

export interface ConsoleUser {
  readonly name: string;
  readonly admin: boolean;
  readonly anonymous: boolean;
  readonly realm?: string;
  readonly canDeploy: boolean;
  readonly canManage: boolean;
  readonly profileUpdatable: boolean;
  readonly projectAdmin: boolean;
}

/** The platform's licence. Observable. */
export interface LicenceService {
  /** `undefined`: N/A. */
  readonly type: LicenseType | undefined;
  readonly rank: number;
}

/** Which features are supported. Observable. */
export interface FeatureService {
  supported(feature: string): boolean;
}

/** Which services of the platform are there. Observable. */
export interface PlatformServices {
  available(service: ServiceName): boolean;
}

/** The selected project. Observable. */
export interface ProjectService {
  /** Its key; `undefined`: all projects. */
  readonly current: string | undefined;
}

/** Texts in the user's language. */
export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string;
  text(message: { readonly id: string; readonly text: string }): string;
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
  track(event: string, data?: Readonly<Record<string, string | number | boolean>>): void;
}

/** Small values kept in this browser, apart for each plug-in. Full or forbidden storage keeps them for the page. */
export interface ScopedStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}
