import { fakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInShell } from '../testing/index.ts';
import { nameColumn, textRoom } from './nameColumn.tsx';

interface User {
  readonly name: string;
  readonly email: string;
}
const JANE: User = { name: 'jane', email: 'jane.doe@engineering.example.com' };
const NAMED = {
  key: 'name',
  title: 'Name',
  nameOf: ({ name }: User) => name,
  addressOf: ({ name }: User) => `/users/${name}`,
  moreOf: ({ email }: User) => email,
};

it('shows a link alone if the other column has room', async () => {
  await renderInShell(fakeShell(), <div>{nameColumn<User>({ ...NAMED, narrow: false }).cell(JANE)}</div>);
  expect(screen.getByRole('link', { name: 'jane' }).getAttribute('href')).toBe('/ui/users/jane');
  expect(screen.queryByText(JANE.email)).toBeNull();
});

it('shows the content of the other column below the link in narrow windows', async () => {
  const column = nameColumn<User>({ ...NAMED, narrow: true });
  await renderInShell(fakeShell(), <div>{column.cell(JANE)}</div>);
  expect(screen.getByText(JANE.email).closest('a')).toBeNull();
  // Claims the room of the longer line.
  const wide = nameColumn<User>({ ...NAMED, narrow: false });
  expect(column.room?.(JANE)).toBeGreaterThan(wide.room?.(JANE) ?? 0);
  expect(column.room?.(JANE)).toBeLessThan(textRoom(JANE.email));
});
