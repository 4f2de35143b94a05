import type { MenuItem } from '../../menu/items.ts';
import type { Shell } from '../../Shell.ts';
import type { MenuEntry } from './MenuButton.tsx';

/** The shell's menu items as entries of a menu that opens. */
export function itemEntries(
  shell: Pick<Shell, 'menus' | 'navigation' | 'platform'>,
  items: readonly MenuItem[],
) {
  return items.map((item): MenuEntry => {
    const { id, label, badge, action, path, subscription } = item;
    const text = badge ? `${label.text} (${badge.text})` : label.text;
    const href = subscription
      ? shell.platform.subscriptionUrl
      : path === undefined
        ? undefined
        : shell.navigation.href(path);
    return {
      key: id,
      label: text,
      ...(href === undefined ? {} : { href }),
      ...(subscription ? { external: true } : {}),
      ...(action === undefined ? {} : { onClick: () => shell.menus.run(action) }),
    };
  });
}
