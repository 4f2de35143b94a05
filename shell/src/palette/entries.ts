import type { Shell } from '../Shell.ts';
import { actionEntries } from './actions.ts';
import { commandEntries } from './commands.ts';
import type { Entry } from './Entry.ts';
import { placeEntries } from './places.ts';
import type { RecentPages } from './RecentPages.ts';

export interface Wanted {
  /** Includes entries hidden from the user, with the rule that hides them. */
  readonly hidden?: boolean;
}

/** Returns all palette entries for the current user, by group. */
export function paletteEntries(shell: Shell, recent: RecentPages, { hidden = false }: Wanted = {}): Entry[] {
  const actions = actionEntries(shell);
  // A page that creates something is listed once, as its action.
  const created = new Set(actions.map(({ path }) => path));
  return [
    ...recentEntries(shell, recent),
    ...placeEntries(shell, hidden).filter(({ path }) => !created.has(path)),
    ...actions,
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
