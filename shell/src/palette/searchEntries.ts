import type { Shell } from '../Shell.ts';
import { offeredCategories, refusalOf, searchAddress } from '../search/categories.ts';
import type { Entry } from './Entry.ts';
import { texts } from './paletteTexts.ts';

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
        label: language.text(texts.searchFor, { category: language.text(label), query: name }),
        icon: 'search',
        href: navigation.href(to),
        run: () => void navigation.go(to),
      },
    ];
  });
}
