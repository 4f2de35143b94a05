import type { MenuItemContribution } from '../contributions/menuItem.ts';

/** An entry of a sidebar, as whoever uses the console now meets it. */
export interface MenuEntry {
  /** What was contributed. */
  readonly item: MenuItemContribution;
  /** Why it cannot be used now; absent: it can. */
  readonly disabled?: string;
}

/** What the menus show to whoever uses the console now. Observable. */
export interface Menus {
  /** What stands in a sidebar, by order. */
  sidebar(name: MenuItemContribution['sidebar']): readonly MenuEntry[];
}
