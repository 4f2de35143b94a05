import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { START_PAGES } from '../../page/StartPage.ts';
import type { Theme } from '../../page/ThemeChoice.ts';
import { themes } from '../../palette/messages.ts';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { itemEntries } from './itemEntries.ts';
import { MenuButton, type MenuEntry } from './MenuButton.tsx';

/** Menu with the user's name, the theme, the language, the start page, and sign-out. */
export const UserMenu = observer(function UserMenu() {
  const shell = useFrame();
  const text = useText();
  const { user, theme, language, startPage, routes, menus, navigation } = shell;
  const name = user.current?.name ?? '';
  const entries: MenuEntry[] = [
    { key: 'user', label: user.signedIn ? name : text(messages.notSignedIn), heading: true },
    { key: 'theme', label: text(messages.theme), heading: true },
    ...(Object.keys(themes) as Theme[]).map((each) => ({
      key: each,
      label: text(themes[each]),
      checked: theme.theme === each,
      onClick: () => theme.choose(each),
    })),
    { key: 'language', label: text(messages.language), heading: true },
    ...language.available.map((each) => ({
      key: `language ${each.tag}`,
      label: each.name,
      checked: language.tag === each.tag,
      onClick: () => void language.choose(each.tag),
    })),
    ...(user.signedIn
      ? [
          { key: 'start', label: text(messages.startPage), heading: true },
          ...START_PAGES.flatMap((path) => {
            const title = routes.find(path)?.route.title;
            if (!title) return [];
            const checked = (startPage.path ?? START_PAGES[0]) === path;
            return { key: path, label: text(title), checked, onClick: () => startPage.choose(path) };
          }),
        ]
      : []),
    { key: 'account', label: text(messages.account), heading: true },
    ...itemEntries(shell, menus.userMenu),
    ...(user.signedIn
      ? []
      : [{ key: 'signIn', label: text(messages.signIn), href: navigation.href('/login') }]),
  ];
  const label = user.signedIn ? text(messages.userNamed, { name }) : text(messages.user);
  return <MenuButton part="user" label={label} icon="person" entries={entries} />;
});
