import type { MenuItemContribution } from '@lading/contract';
import type { Facts } from './facts.ts';

export type SidebarName = MenuItemContribution['sidebar'];

/**
 * The sidebar beside the application's: a project's settings take the administration's place when the user can
 * administer projects and one project is selected.
 */
export function secondSidebar({
  role,
  project,
}: Pick<Facts, 'role' | 'project'>): Exclude<SidebarName, 'application'> {
  const mayAdminister = role === 'admin' || role === 'projectAdmin';
  return project !== undefined && mayAdminister ? 'project' : 'administration';
}
