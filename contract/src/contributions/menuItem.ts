import type { Message } from '../message.ts';
import type { Requirement } from '../requirement.ts';

/** An entry of a sidebar. */
export interface MenuItemContribution {
  /** Which of the sidebars it stands in. */
  readonly sidebar: 'application' | 'administration' | 'project';
  /** Where it leads, below `/ui`; unique within its sidebar. */
  readonly path: string;
  /** What stands in the sidebar. */
  readonly label: Message;
  /** A name of the icons that the shell has registered. */
  readonly icon?: string;
  /** Lower stands higher; 999 unless given. */
  readonly order?: number;
  /** The label of the group it stands in. */
  readonly group?: Message;
  /** What must hold for it to be there. */
  readonly requires?: Requirement;
  /** Shown, but not to be used; navigation to its path is stopped. */
  readonly disabled?: boolean;
  /** Why it is disabled; shown as its tooltip. */
  readonly disabledReason?: Message;
}
