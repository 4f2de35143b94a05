import { expect, it } from 'vitest';
import { listQueryAddress, readListQuery } from './listQuery.ts';

const SORTABLE = ['name', 'email'];

it.each([
  ['', { filter: '', sortBy: 'name', descending: false }],
  ['?filter=ada&sort_by=email&sort_type=descend', { filter: 'ada', sortBy: 'email', descending: true }],
])('"%s" says what is shown, and is its address', (search, query) => {
  expect(readListQuery(search, SORTABLE)).toEqual(query);
  expect(listQueryAddress(query, SORTABLE)).toBe(search);
});

it('takes an order that is none for the list’s own', () => {
  expect(readListQuery('?sort_by=shoe&sort_type=sideways', SORTABLE)).toEqual(readListQuery('', SORTABLE));
  expect(readListQuery('?sort_type=$desc', SORTABLE).descending).toBe(true);
});
