import type { MenuItemContribution } from '@lading/contract';
import type { Facts } from './facts.ts';

export type SidebarName = MenuItemContribution['sidebar'];

/**
 * Returns the sidebar shown next to the application sidebar. Project settings replace the
 * administration if one project is selected that the user can administer.
 */
export function secondSidebar({
  role,
  project,
}: Pick<Facts, 'role' | 'project'>): Exclude<SidebarName, 'application'> {
  const mayAdminister = role === 'admin' || role === 'projectAdmin';
  return project !== undefined && mayAdminister ? 'project' : 'administration';
}
