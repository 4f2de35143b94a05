import type { SearchSuggestions, UserSuggestions } from '@lading/contract/rest';
import type { Shell } from '../Shell.ts';
import { suggestedOptions } from '../search/options.ts';
import type { Entry, FoundKind } from './Entry.ts';

const CALL = '/ui/api/v1/search';
const NOTHING: SearchSuggestions = { packages: [], repositories: [], artifacts: [] };

/** Kinds that the user can find, in display order. The platform checks permissions again. */
export function foundKinds({ user }: Shell): readonly FoundKind[] {
  const kinds: readonly FoundKind[] = ['packages', 'repositories', 'artifacts'];
  return user.current?.admin === true ? [...kinds, 'users'] : kinds;
}

/** Asks the platform for entries of one kind. Throws `HttpFailure`. */
export async function findEntries(
  shell: Shell,
  kind: FoundKind,
  query: string,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
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

function entryOf({ navigation }: Shell, facts: Omit<Entry, 'run'>, to: string): Entry {
  return { ...facts, path: to, href: navigation.href(to), run: () => void navigation.go(to) };
}
