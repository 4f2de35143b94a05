import type { MenuItemContribution } from '@lading/contract';
import type { Text } from '@lading/ui';

/** Order of an item that specifies none. */
const DEFAULT_ORDER = 999;

export interface MenuGroup {
  /** Empty for items without a group. */
  readonly label: string;
  readonly items: readonly MenuItemContribution[];
}

/**
 * Returns a sidebar's items by group, those without a group first, each sorted by ascending order.
 */
export function menuGroups(items: readonly MenuItemContribution[], text: Text): MenuGroup[] {
  const sorted = [...items].sort(
    (one, other) => (one.order ?? DEFAULT_ORDER) - (other.order ?? DEFAULT_ORDER),
  );
  const groups = new Map<string, MenuItemContribution[]>([['', []]]);
  for (const item of sorted) {
    const label = item.group ? text(item.group) : '';
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  return [...groups].map(([label, own]) => ({ label, items: own })).filter((group) => group.items.length > 0);
}

/** Returns the item of the current page: the one with the longest matching path. */
export function currentItem(
  items: readonly MenuItemContribution[],
  pathname: string,
): MenuItemContribution | undefined {
  const leads = ({ path }: MenuItemContribution) => pathname === path || pathname.startsWith(`${path}/`);
  return items.filter(leads).sort((one, other) => other.path.length - one.path.length)[0];
}
