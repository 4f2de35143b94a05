import { describe, expect, it } from 'vitest';
import { tokenOf } from '../testing/samples.ts';
import { readTokenQuery, selectTokens, type TokenQuery, tokenQueryAddress } from './tokenQuery.ts';

const usual: TokenQuery = { name: '', sortBy: 'created', descending: true };

describe('the token query', () => {
  it.each<[TokenQuery, string]>([
    [usual, '?tab=tokens'],
    [{ ...usual, name: 'build 7&' }, '?tab=tokens&name=build+7%26'],
    [{ name: '', sortBy: 'expires', descending: false }, '?tab=tokens&sort_by=expires&sort_type=asc'],
  ])('is in the URL: %j', (query, address) => {
    expect(tokenQueryAddress(query)).toBe(address);
    expect(readTokenQuery(address)).toEqual(query);
  });

  it.each(['', '?sort_by=nonsense&sort_type=desc', '?sort_type=asc'])('is the default for %j', (address) => {
    expect(readTokenQuery(address)).toEqual(usual);
  });

  it('filters by part of the description, and sorts', () => {
    const tokens = [
      tokenOf({ description: 'Build 10', issued_at: 3, expiry: 50 }),
      tokenOf({ description: 'build 9', issued_at: 2, expiry: 60, last_used: 5 }),
      { ...tokenOf({ description: 'laptop', issued_at: 1 }), expiry: undefined },
    ].map(({ expiry, ...token }) => (expiry === undefined ? token : { ...token, expiry }));
    const names = (query: Partial<TokenQuery>) =>
      selectTokens(tokens, { ...usual, ...query }, 'en').map(({ description }) => description);
    expect(names({})).toEqual(['Build 10', 'build 9', 'laptop']);
    expect(names({ name: ' BUILD ' })).toEqual(['Build 10', 'build 9']);
    expect(names({ sortBy: 'description', descending: false })).toEqual(['build 9', 'Build 10', 'laptop']);
    expect(names({ sortBy: 'expires', descending: false })).toEqual(['Build 10', 'build 9', 'laptop']);
    expect(names({ sortBy: 'expires', descending: true })).toEqual(['build 9', 'Build 10', 'laptop']);
    expect(names({ sortBy: 'lastUsed', descending: true })[0]).toBe('build 9');
  });
});
