import { observer } from 'mobx-react-lite';
import type { Theme } from '../../page/ThemeChoice.ts';
import { useFrame } from '../FrameContext.ts';
import { itemEntries } from './itemEntries.ts';
import { MenuButton, type MenuEntry } from './MenuButton.tsx';

const THEMES: readonly { readonly theme: Theme; readonly label: string }[] = [
  { theme: 'system', label: 'As the system' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'contrast', label: 'High contrast' },
];

/** Who is signed in, the theme, and the way out. */
export const UserMenu = observer(function UserMenu() {
  const shell = useFrame();
  const { user, theme, menus, navigation } = shell;
  const name = user.current?.name ?? '';
  const entries: MenuEntry[] = [
    { key: 'user', label: user.signedIn ? name : 'Not signed in', heading: true },
    { key: 'theme', label: 'Theme', heading: true },
    ...THEMES.map(({ theme: each, label }) => ({
      key: each,
      label,
      checked: theme.theme === each,
      onClick: () => theme.choose(each),
    })),
    { key: 'account', label: 'Account', heading: true },
    ...itemEntries(shell, menus.userMenu),
    ...(user.signedIn ? [] : [{ key: 'signIn', label: 'Sign in', href: navigation.href('/login') }]),
  ];
  return <MenuButton label={user.signedIn ? `User ${name}` : 'User'} icon="person" entries={entries} />;
});
