import type { ComponentType } from 'react';
import type { Message, Texts } from '../message.ts';
import type { PluginLifecycles } from '../plugin/lifecycles.ts';
import type { Requirement } from '../requirement.ts';
import type { ShellApi } from '../shell/ShellApi.ts';
import type { ContributionIcon } from './icon.ts';

/** A React component, or a module with one as its default export. */
export type Component<Props> = ComponentType<Props> | { readonly default: ComponentType<Props> };

/** A category of the search box. */
export interface SearchCategory {
  /** Unique in the console. */
  readonly id: string;
  /** Label in the search box. */
  readonly label: Message;
  /** Path of its result page, below `/ui`. */
  readonly path: string;
  /** Query parameter of the typed text; `name` by default. */
  readonly parameter?: string;
  /** Lower values come first; 999 by default. */
  readonly order?: number;
  /** Condition for offering it. */
  readonly requires?: Requirement;
  /**
   * Whether it can search within one project; otherwise it is only offered while no project is
   * selected.
   */
  readonly supportsProjects?: boolean;
  /** Minimum characters of a search, except `*` and `?`, for users who administer nothing. */
  readonly leastForUsers?: number;
}

/** Props of a package version's tab. */
export interface PackageTabProps {
  /** As in the URL: `npm`, `docker`, `generic`. */
  readonly packageType: string;
  /** With its scope or group: `@acme/left-pad`. */
  readonly packageName: string;
  /** The shown version. */
  readonly version: string;
  /** Key of the repository that contains it. */
  readonly repoKey: string;
  /** Path of its lead file in the repository. */
  readonly path: string;
}

/** An additional tab in the details of a package version. */
export interface PackageTab {
  /** Unique in the console; part of the URL while the tab is shown. */
  readonly id: string;
  /** Label of the tab. */
  readonly label: Message;
  /** Icon before the label. */
  readonly icon?: ContributionIcon;
  /** Lower values come first; 999 by default. */
  readonly order?: number;
  /** Package types with this tab; all by default. */
  readonly packageTypes?: readonly string[];
  /** Condition for showing it. */
  readonly requires?: Requirement;
  /** Loads the content of the tab. */
  readonly tab: () => Promise<Component<PackageTabProps>>;
}

/** Props of a tab of a tree node. */
export interface NodeTabProps {
  /** Key of the repository. */
  readonly repoKey: string;
  /** Path in the repository; empty for the repository itself. */
  readonly path: string;
  /** Kind of the node. */
  readonly node: NodeKind;
  /** Class of the repository. */
  readonly repoType: 'local' | 'remote' | 'virtual';
  /** Package type of the repository: `npm`, `docker`, `generic`. */
  readonly packageType: string;
}

/** Kinds of nodes in the repository browser. */
export type NodeKind = 'repository' | 'folder' | 'file';

/** An additional tab of a repository, folder, or file in the repository browser. */
export interface NodeTab {
  /** Unique in the console; part of the URL while the tab is shown. */
  readonly id: string;
  /** Label of the tab. */
  readonly label: Message;
  /** Icon before the label. */
  readonly icon?: ContributionIcon;
  /** Lower values come first, after the tabs of the console; 999 by default. */
  readonly order?: number;
  /** Kinds of nodes with this tab; all by default. */
  readonly nodes?: readonly NodeKind[];
  /** Package types of repositories whose nodes have this tab; all by default. */
  readonly packageTypes?: readonly string[];
  /** Endings of the names of files with this tab, such as `.jar`; all by default. */
  readonly endings?: readonly string[];
  /** Condition for showing it. */
  readonly requires?: Requirement;
  /** Loads the content when a user opens the tab. */
  readonly tab: () => Promise<Component<NodeTabProps>>;
}

/** Passed to each widget of the dashboard. */
export interface DashboardWidgetProps {
  /** Key of the selected project; absent: all projects. */
  readonly project?: string;
}

/** A widget of the dashboard. */
export interface DashboardWidget {
  /** Unique in the console. */
  readonly id: string;
  /** Its heading. */
  readonly label: Message;
  /** Lower values come first; 999 by default. */
  readonly order?: number;
  /** Spans all columns; one column by default. */
  readonly wide?: boolean;
  /** Page with the details, below `/ui`: the heading links to it. */
  readonly path?: string;
  /** Condition for showing it. */
  readonly requires?: Requirement;
  /**
   * Loads its content. The dashboard shows a placeholder until then, and an error with Retry if it
   * fails.
   */
  readonly widget: () => Promise<Component<DashboardWidgetProps>>;
}

/** A link in a card of the administration menu. */
export interface AdminCard {
  /** Unique in the console. */
  readonly id: string;
  /** The card that contains it. */
  readonly group: Message;
  /** The text of the link. */
  readonly label: Message;
  /** Target, below `/ui`. */
  readonly path: string;
  /** Condition for showing it. */
  readonly requires?: Requirement;
  /** Tooltip with the reason why it is unavailable. */
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
  /** The group of cards: `git`, `ide`, `ci`, or the plugin's own type. */
  readonly type: string;
  /** The name on the card. */
  readonly label: Message;
  /** Name of an icon registered by the shell. */
  readonly icon: string;
  /** One sentence on the card. */
  readonly about?: Message;
  /** Heading of the group, for the plugin's own type. */
  readonly group?: Message;
  /** Lower values come first, after the vendors of the platform; 999 by default. */
  readonly order?: number;
  /** Condition for showing it. */
  readonly requires?: Requirement;
  /** The page of its connections, below `/ui`: opened by a card that is connected or configured. */
  readonly path?: string;
  /** Returns the state of its connections. Absent: none. An error appears on the card. */
  readonly state?: (shell: ShellApi) => Promise<VendorCardState>;
  /** Adds a connection. Absent: the card has no button. An error appears as a notification. */
  readonly connect?: (shell: ShellApi) => Promise<void>;
}

/** A command of the command palette. */
export interface Command {
  /** Unique in the console. */
  readonly id: string;
  /** Label in the palette. */
  readonly label: Message;
  /** Icon next to the label. */
  readonly icon?: ContributionIcon;
  /** Additional search words. */
  readonly keywords?: readonly string[];
  /** Condition for offering it. */
  readonly requires?: Requirement;
  /**
   * Default keyboard shortcut, which users can change: `g t` for a sequence, `Mod+Shift+E` for a
   * combination (`Mod` is Cmd on a Mac and Ctrl elsewhere). Ignored if an earlier command uses it,
   * and for untrusted plugins.
   */
  readonly shortcut?: string;
  /**
   * Runs the command. Errors are shown as a notification. In the frame of an untrusted plugin, it
   * has 30 s in which no dialog is open.
   */
  readonly run: (shell: ShellApi) => Promise<void>;
}

/** A part of a page that other plugins' pages can show: see `ShellApi.showPart`. */
export interface PagePart {
  /** Unique in the console. */
  readonly id: string;
  /** Name where it is shown. */
  readonly label: Message;
  /** Lower values come first; 999 by default. */
  readonly order?: number;
  /** Condition for offering it. */
  readonly requires?: Requirement;
  /** Loads its lifecycles. They get a separate host element and the shell of this plugin. */
  readonly lifecycles: () => Promise<PluginLifecycles>;
}

/** A plugin's texts in another language. Missing texts are shown in English. */
export interface Catalog {
  /** A BCP 47 tag: `pl`. Users can select it once the console supports it as well. */
  readonly language: string;
  /** Loads the texts when a user has selected the language. */
  readonly texts: () => Promise<Texts>;
}

/**
 * A language of the console. It appears in the language choice; missing texts are shown in English.
 */
export interface LanguagePack {
  /** A BCP 47 tag of a new language: `de`. The first pack of a tag wins. */
  readonly language: string;
  /** Name in the language itself: `Deutsch`. */
  readonly name: string;
  /** `rtl` for a right-to-left language. */
  readonly direction?: 'ltr' | 'rtl';
  /**
   * Loads the texts of the console and its plugins, by message ID, when a user selects the
   * language.
   */
  readonly texts: () => Promise<Texts>;
}

/**
 * Reason for a sign-in over the page: an expired session, or an action that requires confirmation.
 */
export type SignInReason = 'ended' | 'confirm';

export interface SignInDialogProps {
  /** The shell of the plugin that contributes the dialog. */
  readonly shell: ShellApi;
  /** `ended` when absent. */
  readonly reason?: SignInReason;
  /** Call when the platform has accepted the sign-in. */
  readonly onSignedIn: () => void;
  /** Call when the user cancels. */
  readonly onCancel: () => void;
}

/**
 * Dialog for a session that expired while a page was open. The first one in import map order is
 * used.
 */
export interface SignInDialog {
  /** Unique in the console. */
  readonly id: string;
  /** Loads the dialog. */
  readonly dialog: () => Promise<Component<SignInDialogProps>>;
}
