import type { MenuItemContribution } from '../contributions/menuItem.ts';

/** An entry of a sidebar for the current user. */
export interface MenuEntry {
  /** The contribution. */
  readonly item: MenuItemContribution;
  /** Why it is disabled; absent if it is enabled. */
  readonly disabled?: string;
}

/** Menus of the current user. Observable. */
export interface Menus {
  /** Entries of a sidebar, in order. */
  sidebar(name: MenuItemContribution['sidebar']): readonly MenuEntry[];
}
