import type { ComponentType } from 'react';
import type { Message } from '../message.ts';
import type { Requirement } from '../requirement.ts';
import type { ShellApi } from '../shell/ShellApi.ts';

/** A React component by itself or as a module's default export. */
export type Component<Props> = ComponentType<Props> | { readonly default: ComponentType<Props> };

/** A category of the search box. */
export interface SearchCategory {
  readonly id: string;
  readonly label: Message;
  /** Where its results stand, below `/ui`. */
  readonly path: string;
  readonly order?: number;
  readonly requires?: Requirement;
  /** Whether it can search within one project. */
  readonly supportsProjects?: boolean;
}

/** What a tab of a package version is told. */
export interface PackageTabProps {
  readonly packageType: string;
  readonly packageName: string;
  readonly version: string;
  readonly repoKey: string;
  readonly path: string;
}

/** A further tab in the details of a package version. */
export interface PackageTab {
  readonly id: string;
  readonly label: Message;
  readonly order?: number;
  /** The package types it is for; all unless given. */
  readonly packageTypes?: readonly string[];
  readonly requires?: Requirement;
  readonly tab: () => Promise<Component<PackageTabProps>>;
}

/** A link in a card of the advanced menu of the administration. */
export interface AdminCard {
  readonly id: string;
  /** The card it stands in. */
  readonly group: Message;
  readonly label: Message;
  readonly path: string;
  readonly requires?: Requirement;
  /** Why it cannot be used now; shown as its tooltip. */
  readonly disabledReason?: Message;
}

/** A vendor of the integrations page. */
export interface VendorCard {
  readonly id: string;
  readonly type: string;
  readonly label: Message;
  readonly icon: string;
  readonly requires?: Requirement;
}

/** Something to do from the command palette. */
export interface Command {
  readonly id: string;
  readonly label: Message;
  /** Further words that find it. */
  readonly keywords?: readonly string[];
  readonly requires?: Requirement;
  readonly run: (shell: ShellApi) => Promise<void>;
}

/** What the dialog that signs in over the page is told. */
export interface SignInDialogProps {
  readonly shell: ShellApi;
  readonly onSignedIn: () => void;
  readonly onCancel: () => void;
}

/** The dialog for a session that ended while a page was open. The first in the map's order is used. */
export interface SignInDialog {
  readonly id: string;
  readonly dialog: () => Promise<Component<SignInDialogProps>>;
}
