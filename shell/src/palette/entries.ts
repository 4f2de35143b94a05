import type { Shell } from '../Shell.ts';
import { actionEntries } from './actions.ts';
import { commandEntries } from './commands.ts';
import type { Entry } from './Entry.ts';
import { placeEntries } from './places.ts';
import type { RecentPages } from './RecentPages.ts';

export interface Wanted {
  /** Also what is not there for the user, with the rule that hides it. */
  readonly hidden?: boolean;
}

/** Everything that the palette offers to whoever uses the console now, group by group. */
export function paletteEntries(shell: Shell, recent: RecentPages, { hidden = false }: Wanted = {}): Entry[] {
  return [
    ...recentEntries(shell, recent),
    ...placeEntries(shell, hidden),
    ...actionEntries(shell),
    ...commandEntries(shell),
  ];
}

function recentEntries({ language, navigation, routes }: Shell, recent: RecentPages): Entry[] {
  return recent.all.flatMap(({ path, heading }): Entry[] => {
    const { route } = routes.find(path) ?? {};
    if (!route || path === navigation.place.pathname) return [];
    return [
      {
        id: `recent ${path}`,
        group: 'recent',
        label: heading,
        detail: language.text(route.title),
        icon: 'history',
        path,
        href: navigation.href(path),
        run: () => void navigation.go(path),
      },
    ];
  });
}
