import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { itemEntries } from './itemEntries.ts';
import { MenuButton, type MenuEntry } from './MenuButton.tsx';

/** What helps; which version this is, and for administrators what is installed and whether it works. */
export const HelpMenu = observer(function HelpMenu() {
  const shell = useFrame();
  const { platform, user, navigation, menus } = shell;
  const version = platform.footer ? `Lading ${platform.footer.versionID}` : 'Lading';
  const entries: MenuEntry[] = [
    { key: 'version', label: version, heading: true },
    ...itemEntries(shell, menus.helpMenu),
  ];
  if (user.current?.admin) {
    entries.push({
      key: 'diagnostics',
      label: 'Diagnostics',
      href: navigation.href('/diagnostics'),
    });
  }
  return <MenuButton label="Help" icon="help" entries={entries} />;
});
