import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { MenuButton, type MenuEntry } from './MenuButton.tsx';

/** Which version this is, and for administrators what is installed and whether it works. */
export const HelpMenu = observer(function HelpMenu() {
  const { platform, user, navigation } = useFrame();
  const version = platform.footer ? `Lading ${platform.footer.versionID}` : 'Lading';
  const entries: MenuEntry[] = [{ key: 'version', label: version, heading: true }];
  if (user.current?.admin) {
    entries.push({
      key: 'diagnostics',
      label: 'Diagnostics',
      href: navigation.href('/diagnostics'),
    });
  }
  return <MenuButton label="Help" icon="help" entries={entries} />;
});
