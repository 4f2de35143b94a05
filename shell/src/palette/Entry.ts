import type { ContributionIcon } from '@lading/contract';
import type { IconName } from '@lading/ui';
import type { Verdict } from '../menu/rules.ts';
import type { ShortcutAction } from '../shortcuts/Shortcuts.ts';

export type EntryGroup =
  | 'recent'
  | 'places'
  | 'create'
  | 'actions'
  | 'commands'
  | 'projects'
  | 'search'
  | 'elsewhere'
  | FoundKind;

/** Groups of entries that the platform finds. */
export type FoundKind = 'packages' | 'repositories' | 'artifacts' | 'searches' | 'users';

/** Entry of the command palette. */
export interface Entry extends ShortcutAction {
  readonly group: EntryGroup;
  /** Location or kind of the entry, shown next to the label. */
  readonly detail?: string;
  /** Additional search words. */
  readonly words?: string;
  readonly icon: IconName | ContributionIcon;
  /** URL, for opening the entry in another tab. */
  readonly href?: string;
  /** Why the entry is disabled or hidden, with the rule that decided. */
  readonly refused?: Exclude<Verdict, { shown: 'yes' }>;
  /** Path below `/ui`, if the entry opens a page. */
  readonly path?: string;
}
