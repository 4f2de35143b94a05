import { observer } from 'mobx-react-lite';
import type { Theme } from '../../page/ThemeChoice.ts';
import { useFrame } from '../FrameContext.ts';
import { MenuButton, type MenuEntry } from './MenuButton.tsx';

const THEMES: readonly { readonly theme: Theme; readonly label: string }[] = [
  { theme: 'system', label: 'As the system' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'contrast', label: 'High contrast' },
];

/** Who is signed in, the theme, and the way out. */
export const UserMenu = observer(function UserMenu() {
  const { user, theme, session, navigation, notifications, log } = useFrame();
  const name = user.current?.name ?? '';
  const signOut = () => {
    session.signOut().catch((error: unknown) => {
      notifications.error(`You could not be signed out: ${log.causeOf(error)}`);
    });
  };
  const entries: MenuEntry[] = [
    { key: 'user', label: user.signedIn ? name : 'Not signed in', heading: true },
    user.signedIn
      ? { key: 'signOut', label: 'Sign out', onClick: signOut }
      : { key: 'signIn', label: 'Sign in', href: navigation.href('/login') },
    { key: 'theme', label: 'Theme', heading: true },
    ...THEMES.map(({ theme: each, label }) => ({
      key: each,
      label,
      checked: theme.theme === each,
      onClick: () => theme.choose(each),
    })),
  ];
  return <MenuButton label={user.signedIn ? `User ${name}` : 'User'} icon="person" entries={entries} />;
});
