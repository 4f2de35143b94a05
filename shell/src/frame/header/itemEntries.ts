import type { MenuItem } from '../../menu/items.ts';
import type { Shell } from '../../Shell.ts';
import type { MenuEntry } from './MenuButton.tsx';

/** Converts the shell's menu items to entries of an open menu. */
export function itemEntries(
  shell: Pick<Shell, 'language' | 'menus' | 'navigation' | 'platform' | 'state'>,
  items: readonly MenuItem[],
) {
  const visible = { quickSetup: shell.state.quickSetupVisible, setMeUp: shell.state.setMeUpVisible };
  return items.map((item): MenuEntry => {
    const { id, label, badge, action, path, subscription, screen } = item;
    const { language } = shell;
    const text = badge ? `${language.text(label)} (${language.text(badge)})` : language.text(label);
    const href = subscription
      ? shell.platform.subscriptionUrl
      : path === undefined
        ? undefined
        : shell.navigation.href(path);
    return {
      key: id,
      label: text,
      ...(href === undefined ? {} : { href }),
      ...(screen && visible[screen] ? { current: true } : {}),
      ...(subscription ? { external: true } : {}),
      ...(action === undefined ? {} : { onClick: () => shell.menus.run(action) }),
    };
  });
}
