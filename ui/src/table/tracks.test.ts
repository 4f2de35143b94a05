import { FakeStorage } from '@lading/contract/testing';
import { expect, it } from 'vitest';
import type { Column } from './Column.ts';
import type { RowSource } from './RowSource.ts';
import { TableLayout } from './TableLayout.ts';
import { tracksOf } from './tracks.ts';

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
  const user = { name: 'n'.repeat(name), email: 'e'.repeat(email) };
  const rows = { length: 1, row: () => user } as unknown as RowSource<User>;
  return tracksOf(columns, new TableLayout(new FakeStorage(), 'users'), rows);
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
