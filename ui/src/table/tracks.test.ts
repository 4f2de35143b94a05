import { FakeStorage } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import type { Column } from './Column.ts';
import type { RowSource } from './RowSource.ts';
import { TableLayout } from './TableLayout.ts';
import { toggleColumn } from './toggleColumn.ts';
import { needsOf, tracksOf, yieldingIn } from './tracks.ts';

interface User {
  readonly name: string;
  readonly email: string;
}
const NAME: Column<User> = {
  ...{ key: 'name', title: 'Name', width: 'grow', least: 150 },
  room: ({ name }) => name.length * 10,
  cell: ({ name }) => name,
};
const EMAIL: Column<User> = { ...NAME, key: 'email', room: ({ email }) => email.length * 10 };
const GROUPS: Column<User> = {
  ...{ key: 'groups', title: 'Groups', width: 200, shrinks: 84 },
  cell: () => '',
};
const STATUS: Column<User> = { ...{ key: 'status', title: 'Status', width: 100 }, cell: () => '' };

/** Tracks of the columns for one user, with a name and an email of so many characters. */
function tracks(columns: readonly Column<User>[], name: number, email: number): string {
  const layout = new TableLayout(new FakeStorage(), 'users');
  return tracksOf(columns, layout, needsOf(columns, layout, rowsWith(name, email)));
}

function rowsWith(name: number, email: number): RowSource<User> {
  const user = { name: 'n'.repeat(name), email: 'e'.repeat(email) };
  return { length: 1, row: () => user } as unknown as RowSource<User>;
}

it('lets columns shrink before a name is cut', () => {
  expect(tracks([NAME, GROUPS, STATUS], 30, 0)).toBe(
    'minmax(clamp(150px, 100% - 184px, 300px), 1fr) minmax(84px, 200px) 100px',
  );
});

it('gives names the room that they need before emails', () => {
  expect(tracks([NAME, EMAIL, STATUS], 30, 40)).toBe(
    'minmax(clamp(150px, 100% - 250px, 300px), 1fr) minmax(clamp(150px, 100% - 400px, 400px), 1fr) 100px',
  );
});

it('leaves emails the room that short names do not need', () => {
  expect(tracks([NAME, EMAIL], 5, 40)).toBe(
    'minmax(clamp(150px, 100% - 150px, 150px), 1fr) minmax(clamp(150px, 100% - 150px, 400px), 1fr)',
  );
});

it('never claims more than 460 px for content', () => {
  expect(tracks([NAME], 500, 0)).toBe('minmax(clamp(150px, 100% - 0px, 460px), 1fr)');
});

it('gives a column that does not grow the room of its content, after the names', () => {
  const version: Column<User> = {
    ...{ key: 'version', title: 'Version', width: 120, shrinks: 100 },
    room: ({ email }) => email.length * 10,
    cell: ({ email }) => email,
  };
  expect(tracks([NAME, version], 30, 15)).toBe(
    'minmax(clamp(150px, 100% - 100px, 300px), 1fr) minmax(clamp(100px, 100% - 300px, 150px), 150px)',
  );
  expect(tracks([version], 0, 50)).toBe('minmax(clamp(100px, 100% - 0px, 460px), 460px)');
  expect(tracks([version], 0, 5)).toBe('minmax(100px, 120px)');
});

describe('less important columns yield', () => {
  const KIND: Column<User> = { ...STATUS, key: 'kind', yields: true };
  const SIZE: Column<User> = { ...STATUS, key: 'size', yields: true };
  const STAR: Column<User> = { ...STATUS, key: 'star', title: 'Star', width: 56, link: true, yields: true };
  const DATE: Column<User> = { ...STATUS, key: 'date', yields: 'last' };
  const columns = [NAME, KIND, DATE, SIZE, STAR];

  /** Keys of the columns that yield in so many pixels, for a name of 20 characters: 200 px. */
  function yielding(room: number, layout = new TableLayout(new FakeStorage(), 'users')) {
    return yieldingIn(room, columns, layout, needsOf(columns, layout, rowsWith(20, 0)));
  }

  it.each([
    [600, []],
    [556, []],
    [555, ['star']],
    [500, ['star']],
    [499, ['star', 'size']],
    [399, ['star', 'size', 'date']],
    [299, ['star', 'size', 'date', 'kind']],
    [100, ['star', 'size', 'date', 'kind']],
  ])('in %d px, from the last one on: %j', (room, keys) => {
    expect(yielding(room)).toEqual(keys);
  });

  it('unless the user shows them', () => {
    const layout = new TableLayout(new FakeStorage(), 'users');
    toggleColumn(layout, STAR, true);
    expect(yielding(555, layout)).toEqual(['size']);
  });
});
