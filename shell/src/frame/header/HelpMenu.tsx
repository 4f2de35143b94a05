import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { actions } from '../../palette/messages.ts';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { itemEntries } from './itemEntries.ts';
import { MenuButton, type MenuEntry } from './MenuButton.tsx';

/** Help links, the version, and permissions. For administrators also diagnostics. */
export const HelpMenu = observer(function HelpMenu() {
  const shell = useFrame();
  const text = useText();
  const { platform, user, navigation, menus } = shell;
  const version = platform.footer ? `Lading ${platform.footer.versionID}` : 'Lading';
  const entries: MenuEntry[] = [
    { key: 'version', label: version, heading: true },
    ...itemEntries(shell, menus.helpMenu),
    { key: 'palette', label: text(actions.palette), onClick: () => menus.run('commandPalette') },
  ];
  if (user.signedIn) entries.push({ key: 'why', label: text(actions.why), href: navigation.href('/why') });
  if (user.current?.admin)
    entries.push({
      ...{ key: 'diagnostics', label: text(messages.diagnostics), href: navigation.href('/diagnostics') },
    });
  return <MenuButton part="help" label={text(messages.help)} icon="help" entries={entries} />;
});
