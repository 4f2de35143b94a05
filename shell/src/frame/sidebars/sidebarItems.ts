import type { MenuItemContribution } from '@lading/contract';
import type { Shell } from '../../Shell.ts';
import type { Sidebar } from '../../state/ShellState.ts';

/** The sidebar beside the application's: a selected project's settings take the administration's place. */
export function secondSidebar({ facts }: Pick<Shell, 'facts'>): Exclude<Sidebar, 'application'> {
  const mayAdminister = facts.role === 'admin' || facts.role === 'projectAdmin';
  return facts.project !== undefined && mayAdminister ? 'project' : 'administration';
}

/** What a sidebar shows to this user. */
export function itemsOf(shell: Pick<Shell, 'registry' | 'allows'>, sidebar: Sidebar): MenuItemContribution[] {
  return shell.registry
    .list('menuItems')
    .map(({ value }) => value)
    .filter((item) => item.sidebar === sidebar && shell.allows(item.requires));
}
