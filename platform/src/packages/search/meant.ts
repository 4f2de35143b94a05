import { isClose } from './isClose.ts';
import { type SearchKey, searchKeys } from './searchKeys.ts';

/** Other usual names of keys. */
const synonyms: Readonly<Record<string, SearchKey>> = {
  repository: 'repo',
  repositories: 'repo',
  dependencies: 'dependency',
  licences: 'license',
  vulnerability: 'severity',
  vulnerabilities: 'severity',
};

/** Returns the key that an unknown one is probably meant for. Words can contain colons, too. */
export function meantKey(given: string): SearchKey | undefined {
  if (Object.hasOwn(synonyms, given)) return synonyms[given];
  const keys = (Object.keys(searchKeys) as SearchKey[]).filter((key) => key.length > 2);
  return given.length > 2 ? keys.find((key) => isClose(key, given)) : undefined;
}

/** Returns the value that an unknown one is probably meant for. */
export function meantValue(given: string, known: readonly string[]): string | undefined {
  const lower = given.toLowerCase();
  const [only, another] =
    lower.length > 1 ? known.filter((each) => each.toLowerCase().startsWith(lower)) : [];
  if (only !== undefined && another === undefined) return only;
  return lower.length > 2 ? known.find((each) => isClose(each.toLowerCase(), lower)) : undefined;
}

/** Returns a sentence about the meant value; empty without one. */
export function didYouMean(given: string, known: readonly string[]): string {
  const meant = meantValue(given, known);
  return meant === undefined ? '' : `Did you mean ${meant}? `;
}
