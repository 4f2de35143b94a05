import type { MenuItemContribution } from '@lading/contract';
import type { Shell } from '../../Shell.ts';
import type { Sidebar } from '../../state/ShellState.ts';

/**
 * Returns the sidebar next to the application sidebar. Settings of a selected project replace the
 * administration.
 */
export function secondSidebar({ menus }: Pick<Shell, 'menus'>): Exclude<Sidebar, 'application'> {
  return menus.secondSidebar;
}

/** Returns the items of a sidebar for the current user. */
export function itemsOf({ menus }: Pick<Shell, 'menus'>, sidebar: Sidebar): MenuItemContribution[] {
  return menus.sidebar(sidebar);
}
