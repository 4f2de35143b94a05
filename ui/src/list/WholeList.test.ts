import { when } from 'mobx';
import { expect, it } from 'vitest';
import { WholeList } from './WholeList.ts';

interface Person {
  readonly name: string;
  readonly age: number | undefined;
}

const PEOPLE: readonly Person[] = [
  { name: 'Grace', age: 9 },
  { name: 'ada', age: 36 },
  { name: 'Jean', age: undefined },
  { name: 'Émilie', age: 100 },
];
const KIND = {
  sorts: { name: ({ name }: Person) => name, age: ({ age }: Person) => age },
  texts: ({ name, age }: Person) => [name, String(age)],
  filters: { known: ({ age }: Person, value: string) => (age !== undefined) === (value === 'yes') },
};

async function rows(search = '', sortBy = 'name', descending = false, filters = {}) {
  const list = new WholeList(async () => PEOPLE, KIND);
  const found = list.rowsFor({ search, sortBy, descending, filters });
  expect(found.complete).toBe(false);
  found.want();
  await when(() => found.complete);
  return Array.from({ length: found.length }, (_none, at) => found.row(at)?.name);
}

it('sorts texts by language, numbers by value, and rows without a value last', async () => {
  expect(await rows()).toEqual(['ada', 'Émilie', 'Grace', 'Jean']);
  expect(await rows('', 'age')).toEqual(['Grace', 'ada', 'Émilie', 'Jean']);
  expect(await rows('', 'age', true)).toEqual(['Émilie', 'ada', 'Grace', 'Jean']);
});

it('finds the rows that contain every word and match every filter', async () => {
  expect(await rows('A')).toEqual(['ada', 'Grace', 'Jean']);
  expect(await rows('a 36')).toEqual(['ada']);
  expect(await rows('a', 'name', false, { known: 'no' })).toEqual(['Jean']);
});

it('shows why loading failed, and retries', async () => {
  let broken = true;
  const list = new WholeList(async () => {
    if (broken) throw new Error('The database is not responding.');
    return PEOPLE;
  }, KIND);
  const found = list.rowsFor({ search: '', sortBy: 'name', descending: false, filters: {} });
  found.want();
  await when(() => found.error !== undefined);
  expect(found).toMatchObject({
    length: 0,
    complete: false,
    error: { message: 'The database is not responding.' },
  });
  broken = false;
  found.retry();
  await when(() => found.complete);
  expect(found.total).toBe(4);
});
