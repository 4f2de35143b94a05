import type { SearchNotes } from '@lading/contract/rest';
import { Glob } from '../../globs/Glob.ts';
import { listRepositories, membersOf } from '../../repositories/repositories.ts';
import { isUnlimited, type View } from '../sql/readable.ts';
import { meantValue } from './meant.ts';
import { parseSearch, type Value } from './parseSearch.ts';

/**
 * Returns the values of `repo:` that match no readable repository. Repositories that the caller
 * cannot read are like missing ones. Throws `HttpError` 400.
 */
export async function unknownRepositories(
  search: string,
  view: View,
): Promise<SearchNotes['unknownRepositories']> {
  const values = parseSearch(search)
    .terms.filter(({ key }) => key === 'repo')
    .flatMap(({ values }) => values);
  if (values.length === 0) return [];
  const keys = await readableKeys(view);
  return values
    .filter((value) => !keys.some(matcherOf(value)))
    .map(({ text }) => ({ given: text, meant: meantValue(text, keys) ?? null }));
}

/** A quoted value is the whole key. */
export function matcherOf({ text, quoted }: Value): (key: string) => boolean {
  if (quoted) return (key) => key === text;
  const glob = Glob.ofName(text);
  return (key) => glob.matches(key.toLowerCase());
}

async function readableKeys({ scope }: View): Promise<string[]> {
  const all = await listRepositories();
  const members = await Promise.all(all.map(membersOf));
  const isReadable = (at: number) => members[at]?.some(({ key }) => scope.includes(key)) === true;
  return all.filter((_, at) => isUnlimited(scope) || isReadable(at)).map(({ key }) => key);
}
