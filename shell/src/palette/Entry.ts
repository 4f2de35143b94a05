import type { IconName } from '@lading/ui';
import type { Verdict } from '../menu/rules.ts';
import type { Doable } from '../shortcuts/Shortcuts.ts';

export type EntryGroup = 'recent' | 'places' | 'create' | 'actions' | 'commands' | 'projects' | 'search';

/** Something that the palette offers. */
export interface Entry extends Doable {
  readonly group: EntryGroup;
  /** Where it stands or what it is, beside the label. */
  readonly detail?: string;
  /** Further words that find it. */
  readonly words?: string;
  readonly icon: IconName | string;
  /** The address it leads to, for those who want it in another tab. */
  readonly href?: string;
  /** Why it cannot be used, or is not there at all, and which rule said so. */
  readonly refused?: Exclude<Verdict, { shown: 'yes' }>;
  /** Its path below `/ui`, where it leads to one. */
  readonly path?: string;
}
