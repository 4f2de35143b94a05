import type { ClientOption } from '@lading/contract';

/** The systems that clients run on. */
export const SYSTEMS = ['macos', 'linux', 'windows'] as const;
export type System = (typeof SYSTEMS)[number];

/** The package to install and its repository. */
export interface Installed {
  readonly type: string;
  readonly name: string;
  readonly repoKey: string;
  /** Without it the newest is meant. */
  readonly version?: string | undefined;
  /** Which one that is, where it is known: for clients that have no word for it. */
  readonly newest?: string | undefined;
  /** Of the file that makes the version, below its repository. */
  readonly path?: string | undefined;
  /** Whose shell reads the command; that of Linux when absent. */
  readonly system?: System | undefined;
  /**
   * URL of all repositories, without a trailing slash; as this browser reaches them when absent.
   */
  readonly baseUrl?: string | undefined;
  readonly user?: string | undefined;
  /** The token or its placeholder; absent or empty for an anonymous user. */
  readonly token?: string | undefined;
}

/** The data that commands are built from. */
interface Told extends Installed {
  readonly system: System;
  readonly baseUrl: string;
  readonly user: string;
  readonly token: string;
  /** One word as the system's shell reads it, whatever is in it. */
  readonly word: (text: string) => string;
}

/** Placeholder in the commands of `cli`, replaced with the client's data about the repository. */
export const SETUP_DATA = '{setupData}';
/**
 * In the commands of `cli`: the name by which the client is to know the repository comes in its
 * place.
 */
export const CLIENT_NAME = '{repository}';

/**
 * Data and functions of a package format. Each format's directory contains one, and `formats.ts`
 * lists them: no other code depends on a specific format.
 */
export interface PackageFormat {
  /** As the platform and the addresses name it: `npm`. */
  readonly type: string;
  /** As people write it: `PyPI`. */
  readonly label: string;
  /**
   * What else the platform or an old address may call it. Capitals and small letters are the same.
   */
  readonly aliases?: readonly string[];
  /**
   * Fetches its icon in one color: an SVG of one path in a square of 24. A list fetches the icons
   * of the types in it only.
   */
  mark(): Promise<{ readonly default: string }>;
  /** Before `://` in the ids of its packages, where that is not the type: `gav`. */
  readonly scheme?: string;
  /** Its versions are images, which have layers. */
  readonly layers?: boolean;
  /**
   * Its packages are single files: they have no versions of their own, no readme, and no
   * dependencies.
   */
  readonly plainFiles?: boolean;
  /**
   * Returns the install command; nothing if it is unknown. Every external word is quoted. The
   * command specifies the repository if the client supports that: by default, the client could
   * install a stranger's package of the same name.
   */
  install?(told: Told): string | undefined;
  /** The clients that `guides.ts` has steps for; `install` is the command of the first. */
  readonly clients?: readonly ClientOption[];
  /**
   * Commands that set up the client for a repository where no guide does, with `SETUP_DATA` as
   * placeholder. Setup that works only on some systems has no command for the others.
   */
  readonly cli?: Readonly<Partial<Record<System, string>>>;
  /** The name for `CLIENT_NAME`, where the client does not take every key of a repository. */
  clientName?(repoKey: string): string;
  /** The client's data about a repository: in most cases its URL. */
  setupData?(repoKey: string): string;
}
