import type { SavedSearches, SearchSuggestions, UserSuggestions } from '@lading/contract/rest';
import type { Shell } from '../Shell.ts';
import { suggestedOptions } from '../search/options.ts';
import type { Entry, FoundKind } from './Entry.ts';

const CALL = '/ui/api/v1/search';
const SAVED = '/ui/api/v1/ui/saved_searches';
/** Path of the list that saved searches are for. */
const LIST = '/packages';
const NOTHING: SearchSuggestions = { packages: [], repositories: [], artifacts: [] };

/** Kinds that the user can find, in display order. The platform checks permissions again. */
export function foundKinds({ user }: Shell): readonly FoundKind[] {
  const kinds: readonly FoundKind[] = ['packages', 'repositories', 'artifacts'];
  if (!user.signedIn) return kinds;
  return user.current?.admin === true ? [...kinds, 'searches', 'users'] : [...kinds, 'searches'];
}

/** Asks the platform for entries of one kind. Throws `HttpFailure`. */
export async function findEntries(
  shell: Shell,
  kind: FoundKind,
  query: string,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  if (kind === 'searches') return findSavedSearches(shell, query, signal);
  if (kind === 'users') return findUsers(shell, query, signal);
  const options = { query: { query, kind }, signal, retry: false };
  const found = await shell.http.json<SearchSuggestions>(`${CALL}/suggestions`, options);
  return suggestedOptions(shell, { ...NOTHING, [kind]: found[kind] }).map(({ id, label, detail, icon, to }) =>
    entryOf(shell, { id, group: kind, label, detail, icon }, to),
  );
}

async function findUsers(shell: Shell, query: string, signal: AbortSignal): Promise<readonly Entry[]> {
  const options = { query: { query }, signal, retry: false };
  const { users } = await shell.http.json<UserSuggestions>(`${CALL}/users`, options);
  return users.flatMap(({ username, email }) => {
    const to = `/admin/management/users/edit/${encodeURIComponent(username)}`;
    if (!shell.routes.find(to)) return [];
    const facts = { id: `user ${username}`, group: 'users', label: username, detail: email } as const;
    return [entryOf(shell, { ...facts, icon: 'person' }, to)];
  });
}

async function findSavedSearches(
  shell: Shell,
  query: string,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  if (!shell.routes.find(LIST)) return [];
  const project = shell.project.current;
  const options = { query: { text: query, ...(project ? { project } : {}) }, signal, retry: false };
  const { searches } = await shell.http.json<SavedSearches>(SAVED, options);
  return searches.map(({ id, name, query: saved }) => {
    const facts = { id: `saved search ${id}`, group: 'searches', label: name, icon: 'search' } as const;
    // The values of the query, such as `react type:npm`.
    const detail = [...new URLSearchParams(saved).values()].join(' · ');
    return entryOf(shell, { ...facts, detail }, `${LIST}?${saved}`);
  });
}

function entryOf({ navigation }: Shell, facts: Omit<Entry, 'run'>, to: string): Entry {
  return { ...facts, path: to, href: navigation.href(to), run: () => void navigation.go(to) };
}
