import { Fetched } from '@lading/ui';
import { expect, it } from 'vitest';
import { ListRows } from './ListRows.ts';

interface Person {
  readonly name: string;
  readonly age: number;
}

const PEOPLE: readonly Person[] = [
  { name: 'Grace', age: 9 },
  { name: 'ada', age: 36 },
  { name: 'Émilie', age: 100 },
];
const KIND = {
  sorts: { name: ({ name }: Person) => name, age: ({ age }: Person) => age },
  texts: ({ name, age }: Person) => [name, String(age)],
};

async function rows(filter = '', sortBy = 'name', descending = false) {
  const all = new Fetched<readonly Person[]>([], async () => PEOPLE);
  const shown = new ListRows(all, KIND, { filter, sortBy, descending });
  expect(shown.complete).toBe(false);
  await all.need();
  expect(shown.complete).toBe(true);
  return Array.from({ length: shown.length }, (_none, at) => shown.row(at)?.name);
}

it('puts names in the order of the language, and numbers in their own', async () => {
  expect(await rows()).toEqual(['ada', 'Émilie', 'Grace']);
  expect(await rows('', 'age', true)).toEqual(['Émilie', 'ada', 'Grace']);
});

it('leaves those in which every word of the filter stands', async () => {
  expect(await rows('A')).toEqual(['ada', 'Grace']);
  expect(await rows('a 36')).toEqual(['ada']);
});

it('says why there is nothing, and tries again', async () => {
  let broken = true;
  const all = new Fetched<readonly Person[]>([], async () => {
    if (broken) throw new Error('The database does not answer.');
    return PEOPLE;
  });
  const shown = new ListRows(all, KIND, { filter: '', sortBy: 'name', descending: false });
  await all.need();
  expect(shown).toMatchObject({
    length: 0,
    complete: false,
    error: { message: 'The database does not answer.' },
  });
  broken = false;
  await all.fetch();
  expect(shown.total).toBe(3);
});
