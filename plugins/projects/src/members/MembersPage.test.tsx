import { HttpFailure } from '@lading/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openIn } from '../testing/openIn.tsx';
import { MembersPage } from './MembersPage.tsx';

const AT = '/access/api/v1/projects/tea';
const users = { members: [{ name: 'ada', roles: ['Project Admin', 'Developer'] }] };
const groups = { members: [{ name: 'brewers', roles: ['Viewer'] }] };

describe('the members of a project', () => {
  it('are users and groups with their roles', async () => {
    openIn('tea', MembersPage, ({ http }) =>
      http.on(`GET ${AT}/users`, users).on(`GET ${AT}/groups`, groups),
    );
    expect(await screen.findByRole('row', { name: /ada User Project Admin, Developer/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: /brewers Group Viewer/ })).toBeTruthy();
    expect(screen.getByText('2 members')).toBeTruthy();
  });

  it('may be none: then it is said how to add the first', async () => {
    const none = { members: [] };
    openIn('tea', MembersPage, ({ http }) => http.on(`GET ${AT}/users`, none).on(`GET ${AT}/groups`, none));
    expect(await screen.findByText('This project has no members yet')).toBeTruthy();
    const command = screen.getByRole('group', { name: 'Command that adds a member' });
    expect(command.textContent).toContain('/access/api/v1/projects/tea/users/ada');
  });

  it('that cannot be had are said so, with Retry', async () => {
    const shell = openIn('tea', MembersPage, ({ http }) =>
      http.on(`GET ${AT}/users`, users).on(`GET ${AT}/groups`, () => {
        throw new HttpFailure(503, 'The database rests');
      }),
    );
    expect(await screen.findByText('The database rests')).toBeTruthy();
    shell.http.on(`GET ${AT}/groups`, groups);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /brewers/ })).toBeTruthy();
  });
});
