import type { ClientOption } from '@lading/contract';

/** The systems that clients run on. */
export const SYSTEMS = ['macos', 'linux', 'windows'] as const;
export type System = (typeof SYSTEMS)[number];

/** The package to install and its repository. */
export interface Installed {
  readonly type: string;
  readonly name: string;
  readonly repoKey: string;
  /** If absent, the newest version. */
  readonly version?: string | undefined;
  /** The newest version if known, for clients that have no keyword for it. */
  readonly newest?: string | undefined;
  /** Path of the lead file of the version in its repository. */
  readonly path?: string | undefined;
  /** The operating system whose shell runs the command. Default: Linux. */
  readonly system?: System | undefined;
  /**
   * Base URL of all repositories, without a trailing slash. Default: the one that this browser
   * uses.
   */
  readonly baseUrl?: string | undefined;
  readonly user?: string | undefined;
  /** The token or its placeholder. Absent or empty for anonymous users. */
  readonly token?: string | undefined;
}

/** The data that commands are built from. */
interface CommandData extends Installed {
  readonly system: System;
  readonly baseUrl: string;
  readonly user: string;
  readonly token: string;
  /** Quotes any text as one word of the system's shell. */
  readonly word: (text: string) => string;
}

/** Placeholder in the commands of `cli`, replaced with the client's data about the repository. */
export const SETUP_DATA = '{setupData}';
/** Placeholder in the commands of `cli`, replaced with the client's name for the repository. */
export const CLIENT_NAME = '{repository}';

/**
 * Data and functions of a package format. Each format's directory contains one, and `formats.ts`
 * lists them: no other code depends on a specific format.
 */
export interface PackageFormat {
  /** Type as in calls and URLs, such as `npm`. */
  readonly type: string;
  /** Display name, such as `PyPI`. */
  readonly label: string;
  /** Other names of the type, in calls and in old URLs. Case-insensitive. */
  readonly aliases?: readonly string[];
  /**
   * Fetches the icon: a single-color SVG with one path in a square of 24 pixels. A list fetches
   * only icons of the types that it contains.
   */
  mark(): Promise<{ readonly default: string }>;
  /** Scheme of package IDs if it differs from the type, such as `gav`. */
  readonly scheme?: string;
  /** Whether its versions are images, which have layers. */
  readonly layers?: boolean;
  /** Whether its packages are single files without versions, a readme, and dependencies. */
  readonly plainFiles?: boolean;
  /**
   * Returns the install command, or `undefined` if it is unknown. Every external word is quoted.
   * The command specifies the repository if the client supports that. Otherwise, the client could
   * install a package with the same name from a public registry.
   */
  install?(data: CommandData): string | undefined;
  /** The clients that `guides.ts` has steps for; `install` is the command of the first. */
  readonly clients?: readonly ClientOption[];
  /**
   * Commands that set up the client for a repository where no guide does, with `SETUP_DATA` as
   * placeholder. Setup that works only on some systems has no command for the others.
   */
  readonly cli?: Readonly<Partial<Record<System, string>>>;
  /** Returns the value of `CLIENT_NAME`, if the client does not accept every repository key. */
  clientName?(repoKey: string): string;
  /** Returns the value of `SETUP_DATA`, usually the URL of the repository. */
  setupData?(repoKey: string): string;
}
