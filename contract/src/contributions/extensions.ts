import type { ComponentType } from 'react';
import type { Message, Texts } from '../message.ts';
import type { PluginLifecycles } from '../plugin/lifecycles.ts';
import type { Requirement } from '../requirement.ts';
import type { ShellApi } from '../shell/ShellApi.ts';

/** A React component by itself or as a module's default export. */
export type Component<Props> = ComponentType<Props> | { readonly default: ComponentType<Props> };

/** A category of the search box. */
export interface SearchCategory {
  /** Unique in the console. */
  readonly id: string;
  /** What the search box calls it. */
  readonly label: Message;
  /** Where its results stand, below `/ui`. */
  readonly path: string;
  /** Lower stands first; 999 unless given. */
  readonly order?: number;
  /** What must hold for it to be offered. */
  readonly requires?: Requirement;
  /** Whether it can search within one project; where it cannot, it is offered while none is selected. */
  readonly supportsProjects?: boolean;
  /** Of who administers nothing: how many characters besides `*` and `?` a search needs at least. */
  readonly leastForUsers?: number;
}

/** What a tab of a package version is told. */
export interface PackageTabProps {
  /** As in the address: `npm`, `docker`, `generic`. */
  readonly packageType: string;
  /** With its scope or group: `@acme/left-pad`. */
  readonly packageName: string;
  /** The version that is shown. */
  readonly version: string;
  /** The repository that holds it. */
  readonly repoKey: string;
  /** Of its lead file, below the repository. */
  readonly path: string;
}

/** A further tab in the details of a package version. */
export interface PackageTab {
  /** Unique in the console; stands in the address while the tab is shown. */
  readonly id: string;
  /** What stands on the tab. */
  readonly label: Message;
  /** Lower stands further left; 999 unless given. */
  readonly order?: number;
  /** The package types it is for; all unless given. */
  readonly packageTypes?: readonly string[];
  /** What must hold for it to be there. */
  readonly requires?: Requirement;
  /** Fetches what the tab shows. */
  readonly tab: () => Promise<Component<PackageTabProps>>;
}

/** A link in a card of the advanced menu of the administration. */
export interface AdminCard {
  /** Unique in the console. */
  readonly id: string;
  /** The card it stands in. */
  readonly group: Message;
  /** The text of the link. */
  readonly label: Message;
  /** Where it leads, below `/ui`. */
  readonly path: string;
  /** What must hold for it to be there. */
  readonly requires?: Requirement;
  /** Why it cannot be used now; shown as its tooltip. */
  readonly disabledReason?: Message;
}

/** The connections of a vendor, as its card shows them. */
export interface VendorCardState {
  /** A connection exists that no service uses yet: the card asks to connect a service. */
  readonly connected: boolean;
  /** A service uses a connection. */
  readonly configured: boolean;
  /** How many connections exist. */
  readonly integrations?: number;
  /** Names of the services that use one. */
  readonly products?: readonly string[];
}

/** A vendor of the integrations page. */
export interface VendorCard {
  /** Unique in the console. */
  readonly id: string;
  /** The group of cards: `git`, `ide`, `ci`, or one of the plugin's own. */
  readonly type: string;
  /** The name on the card. */
  readonly label: Message;
  /** A name of the icons that the shell has registered. */
  readonly icon: string;
  /** One sentence on the card. */
  readonly about?: Message;
  /** Heads the group, where its type is the plugin's own. */
  readonly group?: Message;
  /** Lower values come first, after the vendors of the platform; 999 by default. */
  readonly order?: number;
  /** What must hold for it to be there. */
  readonly requires?: Requirement;
  /** The page of its connections, below `/ui`: opened by a card that is connected or configured. */
  readonly path?: string;
  /** Returns the state of its connections. Absent: none. An error appears on the card. */
  readonly state?: (shell: ShellApi) => Promise<VendorCardState>;
  /** Adds a connection. Absent: the card has no button. An error appears as a notification. */
  readonly connect?: (shell: ShellApi) => Promise<void>;
}

/** Something to do from the command palette. */
export interface Command {
  /** Unique in the console. */
  readonly id: string;
  /** What the palette shows. */
  readonly label: Message;
  /** Further words that find it. */
  readonly keywords?: readonly string[];
  /** What must hold for it to be offered. */
  readonly requires?: Requirement;
  /**
   * The keys that do it, until the user chooses others: `g t` one after the other, `Mod+Shift+E` together (`Mod` is Cmd on
   * a Mac and Ctrl elsewhere). Left out where something before it has them.
   */
  readonly shortcut?: string;
  /** Does it. What it throws is shown as a notification. */
  readonly run: (shell: ShellApi) => Promise<void>;
}

/** A part of a page that a plug-in lends to the pages of others: see `ShellApi.showPart`. */
export interface PagePart {
  /** Unique in the console. */
  readonly id: string;
  /** Names it where it is shown. */
  readonly label: Message;
  /** Lower stands first; 999 unless given. */
  readonly order?: number;
  /** What must hold for it to be offered. */
  readonly requires?: Requirement;
  /** Fetches how it is started and ended. It gets a host of its own and the shell as its own plug-in sees it. */
  readonly lifecycles: () => Promise<PluginLifecycles>;
}

/** The repository that a client is set up for, and who does it where. */
export interface ClientTarget {
  /** Of the repository: `npm`. */
  readonly packageType: string;
  /** Its key. */
  readonly repoKey: string;
  /** Its class, where that is known: a virtual one may give what its clients need besides, too. */
  readonly repoClass?: 'local' | 'remote' | 'virtual';
  /** Of all repositories, without a slash at its end: `https://packages.example.org/artifactory`. */
  readonly baseUrl: string;
  /** The user's name. */
  readonly user: string;
  /** The token, or its placeholder until the user generates one. Empty for an anonymous user: no step signs in. */
  readonly token: string;
  /** One of the guide's `clients`, by ID; the first when absent. */
  readonly client?: string;
  /** The package to install; an example when absent. */
  readonly package?: ClientPackage;
  /** Whether the user may publish there. */
  readonly canDeploy: boolean;
  /** Only the steps up to a first package in it are wanted: nothing is to be fetched from it yet. */
  readonly publishOnly?: boolean;
  /** The system that the client runs on. */
  readonly system: 'macos' | 'linux' | 'windows';
}

/** The package that the commands of a guide install. */
export interface ClientPackage {
  /** With its scope or group: `@acme/left-pad`, `org.acme:lib`. */
  readonly name: string;
  /** The newest when absent. */
  readonly version?: string | undefined;
  /** The newest version, for clients that have no word for it. */
  readonly newest?: string | undefined;
  /** The lead file of the version, relative to the repository. */
  readonly path?: string | undefined;
  /** Whether it is published in this instance, and not fetched from an upstream. */
  readonly own?: boolean | undefined;
}

/** A client that a guide describes. */
export interface ClientOption {
  /** Unique in the guide: `yarn4`. */
  readonly id: string;
  /** The product's name: `Yarn 4`. */
  readonly label: string;
}

/** One step of setting a client up. */
export interface ClientStep {
  /** The part of the guide: done once, repeated for each package, or for publishing. `setUp` when absent. */
  readonly part?: 'setUp' | 'install' | 'publish';
  /** Says what it is for. */
  readonly why: Message;
  /** What to run; or, with `file`, what to write. */
  readonly command: string;
  /** The file that it is written to, as the user's system names it. */
  readonly file?: string;
}

/** How the client of a package format is set up for a repository. Set Me Up shows it. */
export interface ClientGuide {
  /** Unique in the console. */
  readonly id: string;
  /** The types of repositories that it is for, as the platform names them. */
  readonly packageTypes: readonly string[];
  /** What must hold for it to be offered. */
  readonly requires?: Requirement;
  /** Loads the clients that the guide describes for a package type, the default first; one unnamed client when absent. */
  readonly clients?: () => Promise<(packageType: string) => readonly ClientOption[]>;
  /** Fetches what tells the steps. What comes from the target is quoted where a shell reads it. */
  readonly steps: () => Promise<(target: ClientTarget) => readonly ClientStep[]>;
}

/** A plug-in's texts in another language. What is missing there is shown in English. */
export interface Catalog {
  /** A BCP 47 tag: `pl`. Users can choose it once the console has it as well. */
  readonly language: string;
  /** Fetches them, when somebody has chosen the language. */
  readonly texts: () => Promise<Texts>;
}

/** A language of the console. It appears in the language choice; missing texts are shown in English. */
export interface LanguagePack {
  /** A BCP 47 tag that the console does not have yet: `de`. The first pack of a tag wins. */
  readonly language: string;
  /** Its own name: `Deutsch`. */
  readonly name: string;
  /** `rtl` for a language that is written from right to left. */
  readonly direction?: 'ltr' | 'rtl';
  /** Fetches the texts of the console and its plugins, by message ID, when a user selects the language. */
  readonly texts: () => Promise<Texts>;
}

/** What the dialog that signs in over the page is told. */
/** Why somebody is to sign in over the page: the session has ended, or something dangerous asks who it is. */
export type SignInReason = 'ended' | 'confirm';

export interface SignInDialogProps {
  /** The shell, as the plug-in that brings the dialog sees it. */
  readonly shell: ShellApi;
  /** `ended` when absent. */
  readonly reason?: SignInReason;
  /** To be called when the platform has accepted the sign-in. */
  readonly onSignedIn: () => void;
  /** To be called when the user does not want to sign in now. */
  readonly onCancel: () => void;
}

/** The dialog for a session that ended while a page was open. The first in the map's order is used. */
export interface SignInDialog {
  /** Unique in the console. */
  readonly id: string;
  /** Fetches the dialog. */
  readonly dialog: () => Promise<Component<SignInDialogProps>>;
}
