import { expect, it } from 'vitest';
import { listQueryAddress, readListQuery } from './listQuery.ts';

const KEYS = {
  sorts: ['name', 'email'],
  filters: [{ key: 'kind', values: ['a', 'b'] }, { key: 'user' }],
};
const DEFAULT = { search: '', sortBy: 'name', descending: false, filters: {} };

it.each([
  ['', DEFAULT],
  [
    '?filter=ada&sort_by=email&sort_type=descend',
    { ...DEFAULT, search: 'ada', sortBy: 'email', descending: true },
  ],
  ['?kind=b&user=grace', { ...DEFAULT, filters: { kind: 'b', user: 'grace' } }],
])('"%s" is a query and its URL', (address, query) => {
  expect(readListQuery(address, KEYS)).toEqual(query);
  expect(listQueryAddress(query, KEYS)).toBe(address);
});

it('reads an invalid order or filter as the default', () => {
  expect(readListQuery('?sort_by=shoe&sort_type=sideways&kind=c', KEYS)).toEqual(DEFAULT);
  expect(readListQuery('?sort_type=$desc', KEYS).descending).toBe(true);
});

it('leaves out the default direction of a descending list', () => {
  const keys = { ...KEYS, descending: true };
  expect(readListQuery('', keys).descending).toBe(true);
  expect(listQueryAddress({ ...DEFAULT, descending: true }, keys)).toBe('');
  expect(readListQuery(listQueryAddress(DEFAULT, keys), keys)).toEqual(DEFAULT);
});

it('keeps unrelated parameters', () => {
  const keys = { ...KEYS, search: 'name' };
  expect(listQueryAddress({ ...DEFAULT, search: 'ada' }, keys, '?tab=tokens&kind=a')).toBe(
    '?tab=tokens&name=ada',
  );
});
