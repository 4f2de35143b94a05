import { describe, expect, it } from 'vitest';
import type { Entry } from './Entry.ts';
import { match } from './match.ts';

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  label,
  group: 'places',
  icon: 'document',
  run: () => {},
  ...more,
});
const entries = [
  entry('Users', { detail: 'Administration · People' }),
  entry('Unused repositories', { detail: 'Administration' }),
  entry('New User', { group: 'create' }),
  entry('Edit profile', { group: 'commands', words: 'password e-mail' }),
  entry('tea-chest', { group: 'recent', detail: 'Packages' }),
];
const found = (query: string, always: Entry[] = [], arrived: Entry[] = [], later: Entry[] = []) =>
  match(entries, query, always, arrived, later).map(({ group, found: each }) => [
    group,
    ...each.map(({ entry: { label } }) => label),
  ]);

describe('the palette list', () => {
  it('has all entries by group without a query, recent pages first', () => {
    expect(found('')).toEqual([
      ['recent', 'tea-chest'],
      ['places', 'Users', 'Unused repositories'],
      ['create', 'New User'],
      ['commands', 'Edit profile'],
    ]);
  });

  it('has the best match first, with the matched letters', () => {
    const [first] = match(entries, 'usr')[0]?.found ?? [];
    expect(first?.entry.label).toBe('Users');
    expect([...(first?.letters ?? [])]).toEqual([0, 1, 3]);
    expect(found('new u')[0]).toEqual(['create', 'New User']);
  });

  it('also finds by search words and details, with lower weight', () => {
    expect(found('password')).toEqual([['commands', 'Edit profile']]);
    expect(found('people')).toEqual([['places', 'Users']]);
  });

  it('ends with the entries that match any query', () => {
    const search = entry('Search for “zzz” in Packages', { group: 'search' });
    expect(found('zzz', [search])).toEqual([['search', search.label]]);
    expect(found('zzz')).toEqual([]);
  });

  it('begins with a search if only entries match that arrive later', () => {
    const search = ['Packages', 'Builds'].map((where) => entry(`Search in ${where}`, { group: 'search' }));
    const arrived = [entry('rosewood', { group: 'packages' })];
    const later = [entry('Growing roses')];
    expect(found('rose', search)).toEqual([
      ['search', 'Search in Packages'],
      ['elsewhere', 'Search in Builds'],
    ]);
    expect(found('rose', search, arrived, later)).toEqual([
      ['search', 'Search in Packages'],
      ['places', 'Growing roses'],
      ['packages', 'rosewood'],
      ['elsewhere', 'Search in Builds'],
    ]);
    expect(found('users', search, arrived)[0]?.[0]).toBe('places');
    expect(found('users', search, arrived).at(-1)).toEqual([
      'search',
      'Search in Packages',
      'Search in Builds',
    ]);
  });

  it('stays fast and short for five thousand entries', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => entry(`Place number ${at}`, { id: `${at}` }));
    expect(match(many, '').flatMap((group) => group.found)).toHaveLength(100);
    expect(match(many, 'place 4').flatMap((group) => group.found).length).toBeLessThanOrEqual(60);
  });
});
