import type { Contribution, ShellApi } from '@lading/contract';
import type { TreeNodeDetails } from '@lading/contract/rest';
import { nameOf, ownTab } from '../address/treeAddress.ts';

/**
 * Returns the tabs of plugins for a node, in order. While the available services are unknown, tabs
 * that require one are included: the tab in the URL must not appear after another one. The IDs of
 * the console's own tabs are reserved.
 */
export function addedTabs(
  shell: Pick<ShellApi, 'contributions' | 'allows' | 'services'>,
  { type, path, repoPkgType }: Pick<TreeNodeDetails, 'type' | 'path' | 'repoPkgType'>,
): readonly Contribution<'nodeTabs'>[] {
  return shell
    .contributions('nodeTabs')
    .filter(({ value: { id, nodes, packageTypes, endings, requires } }) => {
      if (ownTab(id) !== undefined) return false;
      if (nodes && !nodes.includes(type)) return false;
      if (packageTypes && !packageTypes.includes(repoPkgType)) return false;
      if (endings && !(type === 'file' && endings.some((ending) => nameOf(path).endsWith(ending))))
        return false;
      return shell.allows(shell.services.known ? requires : { ...requires, services: [] });
    })
    .sort((one, next) => (one.value.order ?? 999) - (next.value.order ?? 999));
}
