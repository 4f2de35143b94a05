import type { Message } from '../message.ts';
import type { Requirement } from '../requirement.ts';

/** The repository and user that a client is set up for. */
export interface ClientTarget {
  /** Package type of the repository: `npm`. */
  readonly packageType: string;
  /** Its key. */
  readonly repoKey: string;
  /** Its class, if known. Virtual repositories may also contain dependencies. */
  readonly repoClass?: 'local' | 'remote' | 'virtual';
  /**
   * Base URL of all repositories, without a trailing slash:
   * `https://packages.example.org/artifactory`.
   */
  readonly baseUrl: string;
  /** The user's name. */
  readonly user: string;
  /**
   * The token, or its placeholder until the user generates one. Empty for an anonymous user: no
   * step signs in.
   */
  readonly token: string;
  /** One of the guide's `clients`, by ID; the first when absent. */
  readonly client?: string;
  /** The package to install; an example when absent. */
  readonly package?: ClientPackage;
  /** Whether the user can publish there. */
  readonly canDeploy: boolean;
  /**
   * Only include steps for publishing a first package: the repository has nothing to install yet.
   */
  readonly publishOnly?: boolean;
  /** Operating system of the client. */
  readonly system: 'macos' | 'linux' | 'windows';
}

/** The package that the commands of a guide install. */
export interface ClientPackage {
  /** With its scope or group: `@acme/left-pad`, `org.acme:lib`. */
  readonly name: string;
  /** The newest version if absent. */
  readonly version?: string | undefined;
  /** The newest version, for clients without a keyword for it. */
  readonly newest?: string | undefined;
  /** The lead file of the version, relative to the repository. */
  readonly path?: string | undefined;
  /** Whether it is published in this instance rather than cached from an upstream. */
  readonly own?: boolean | undefined;
}

/** A client in a guide. */
export interface ClientOption {
  /** Unique in the guide: `yarn4`. */
  readonly id: string;
  /** Product name: `Yarn 4`. */
  readonly label: string;
}

/** A step of a client's setup. */
export interface ClientStep {
  /**
   * Part of the guide: setup once, installation or publishing for each package. `setUp` by default.
   */
  readonly part?: 'setUp' | 'install' | 'publish';
  /** Purpose of the step. */
  readonly why: Message;
  /** The command to run or, with `file`, the text to write. */
  readonly command: string;
  /** The file to write, as a path on the user's system. */
  readonly file?: string;
}

/** Setup guide for the clients of a package format, shown by Set Me Up. */
export interface ClientGuide {
  /** Unique in the console. */
  readonly id: string;
  /** Supported package types, by their names in repositories. */
  readonly packageTypes: readonly string[];
  /** Condition for offering it. */
  readonly requires?: Requirement;
  /**
   * Loads the clients that the guide describes for a package type, the default first; one unnamed
   * client when absent.
   */
  readonly clients?: () => Promise<(packageType: string) => readonly ClientOption[]>;
  /** Loads the function that returns the steps. It quotes values of the target for the shell. */
  readonly steps: () => Promise<(target: ClientTarget) => readonly ClientStep[]>;
}
