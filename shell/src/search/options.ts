import type { SearchSuggestions } from '@lading/contract/rest';
import type { IconName } from '@lading/ui';
import type { Shell } from '../Shell.ts';
import { offeredCategories } from './categories.ts';
import { type RecentSearch, wordsOf } from './RecentSearches.ts';

export type OptionGroup = 'recent' | 'packages' | 'repositories' | 'artifacts';

/** Option of the search box, with its URL. */
export interface SearchOption {
  readonly id: string;
  readonly group: OptionGroup;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  /** Path below `/ui`. */
  readonly to: string;
}

/** Maximum number of recent searches offered. */
const RECENT_OFFERED = 5;

/** Returns the recent searches whose category can still be searched. */
export function recentOptions(shell: Shell, recent: readonly RecentSearch[]): SearchOption[] {
  const categories = offeredCategories(shell).filter(({ disabled }) => !disabled);
  const options = recent.flatMap(({ id, type, queryString, searchModel }): SearchOption[] => {
    const found = categories.find(({ category }) => category.id === type);
    if (!found) return [];
    const { label, path } = found.category;
    const detail = shell.language.text(label);
    const words = wordsOf(searchModel).join(' · ');
    return [{ id, group: 'recent', label: words, detail, icon: 'history', to: `${path}?${queryString}` }];
  });
  return options.slice(0, RECENT_OFFERED);
}

/** Returns the platform's suggestions, each with the first of its pages that a plugin has. */
export function suggestedOptions(shell: Shell, found: SearchSuggestions): SearchOption[] {
  const offered = (option: Omit<SearchOption, 'to'>, ...addresses: string[]): SearchOption[] => {
    const to = addresses.find(
      (address) => shell.routes.find(address.split('?', 1)[0] ?? address) !== undefined,
    );
    return to === undefined ? [] : [{ ...option, to }];
  };
  return [
    ...found.packages.flatMap(({ id, name, packageType, latestVersion }) =>
      offered(
        {
          id: `package ${id}`,
          group: 'packages',
          label: name,
          detail: [packageType, latestVersion].filter(Boolean).join(' · '),
          icon: 'package',
        },
        `/packages/${encodeURIComponent(id)}`,
      ),
    ),
    ...found.repositories.flatMap(({ key, type, packageType }) =>
      offered(
        {
          id: `repository ${key}`,
          group: 'repositories',
          label: key,
          detail: `${type} · ${packageType}`,
          icon: 'database',
        },
        `/repos/tree/General/${encodeURIComponent(key)}`,
        `/packages?repos=${encodeURIComponent(key)}`,
      ),
    ),
    ...found.artifacts.flatMap(({ repo, path, name }) =>
      offered(
        {
          id: `artifact ${repo}/${path}`,
          group: 'artifacts',
          label: name,
          detail: `${repo}/${path}`.slice(0, -name.length - 1),
          icon: 'document',
        },
        `/repos/tree/General/${[repo, ...path.split('/')].map(encodeURIComponent).join('/')}`,
        `/artifactSearchResults?name=${encodeURIComponent(`"${name}"`)}&repo=${encodeURIComponent(repo)}`,
      ),
    ),
  ];
}
