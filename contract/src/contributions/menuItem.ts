import type { Message } from '../message.ts';
import type { Requirement } from '../requirement.ts';
import type { ContributionIcon } from './icon.ts';

/** An entry of a sidebar. */
export interface MenuItemContribution {
  /** The sidebar that contains it. */
  readonly sidebar: 'application' | 'administration' | 'project';
  /** Target, below `/ui`; unique within its sidebar. */
  readonly path: string;
  /** Label in the sidebar. */
  readonly label: Message;
  /** Icon next to the label. */
  readonly icon?: ContributionIcon;
  /** Lower values come first; 999 by default. */
  readonly order?: number;
  /** Label of its group. */
  readonly group?: Message;
  /** Condition for showing it. */
  readonly requires?: Requirement;
  /** Shown as disabled; navigation to its path is blocked. */
  readonly disabled?: boolean;
  /** Tooltip with the reason why it is disabled. */
  readonly disabledReason?: Message;
}
