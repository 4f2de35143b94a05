import type { TokenSummary } from '@lading/contract/rest';

const SORTS = ['created', 'description', 'lastUsed', 'expires'] as const;
export type TokenSort = (typeof SORTS)[number];

/** Filter and order of the token list. The whole state is in the URL. */
export interface TokenQuery {
  /** Part of the description. */
  readonly name: string;
  readonly sortBy: TokenSort;
  readonly descending: boolean;
}

/** Newest first. */
const USUAL: TokenQuery = { name: '', sortBy: 'created', descending: true };

export function readTokenQuery(search: string): TokenQuery {
  const values = new URLSearchParams(search);
  const sortBy = SORTS.find((sort) => sort === values.get('sort_by'));
  const order = sortBy ? { sortBy, descending: values.get('sort_type') === 'desc' } : {};
  return { ...USUAL, name: values.get('name') ?? '', ...order };
}

/** Returns the URL query of the token tab, without default values. */
export function tokenQueryAddress({ name, sortBy, descending }: TokenQuery): string {
  const values = new URLSearchParams({ tab: 'tokens' });
  if (name !== '') values.set('name', name);
  if (sortBy !== USUAL.sortBy || descending !== USUAL.descending) {
    values.set('sort_by', sortBy);
    values.set('sort_type', descending ? 'desc' : 'asc');
  }
  return `?${values}`;
}

/** Returns the matching tokens in order; tokens without a time are last in both directions. */
export function selectTokens(
  tokens: readonly TokenSummary[],
  { name, sortBy, descending }: TokenQuery,
  language: string,
): TokenSummary[] {
  const wanted = name.trim().toLowerCase();
  const found = tokens.filter(({ description }) => description.toLowerCase().includes(wanted));
  const sign = descending ? -1 : 1;
  if (sortBy === 'description') {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return found.sort((one, other) => sign * compare(one.description, other.description));
  }
  const timeOf = {
    created: ({ issued_at }: TokenSummary) => issued_at,
    lastUsed: ({ last_used }: TokenSummary) => last_used,
    expires: ({ expiry }: TokenSummary) => expiry,
  }[sortBy];
  return found.sort((one, other) => {
    const [first, second] = [timeOf(one), timeOf(other)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return sign * (first - second);
  });
}
