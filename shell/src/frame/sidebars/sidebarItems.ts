import type { MenuItemContribution } from '@lading/contract';
import type { Shell } from '../../Shell.ts';
import type { Sidebar } from '../../state/ShellState.ts';

/** The sidebar beside the application's: a selected project's settings take the administration's place. */
export function secondSidebar({ menus }: Pick<Shell, 'menus'>): Exclude<Sidebar, 'application'> {
  return menus.secondSidebar;
}

/** What a sidebar shows to this user. */
export function itemsOf({ menus }: Pick<Shell, 'menus'>, sidebar: Sidebar): MenuItemContribution[] {
  return menus.sidebar(sidebar);
}
