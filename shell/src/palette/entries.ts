import type { Shell } from '../Shell.ts';
import { offeredCategories, refusalOf, searchAddress } from '../search/categories.ts';
import { actionEntries } from './actions.ts';
import { commandEntries } from './commands.ts';
import type { Entry } from './Entry.ts';
import { messages } from './messages.ts';
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

/** Returns a search entry for each category, for queries without a matching entry. */
export function searchEntries(shell: Shell, query: string): Entry[] {
  const { language, navigation, user } = shell;
  const name = query.trim();
  return offeredCategories(shell).flatMap((offered): Entry[] => {
    const { id, label } = offered.category;
    if (refusalOf(offered, name, user.current?.admin === true)) return [];
    const to = searchAddress(offered.category, name);
    return [
      {
        id: `search ${id}`,
        group: 'search',
        label: language.text(messages.searchFor, {
          category: language.text(label).toLowerCase(),
          query: name,
        }),
        icon: 'search',
        href: navigation.href(to),
        run: () => void navigation.go(to),
      },
    ];
  });
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
