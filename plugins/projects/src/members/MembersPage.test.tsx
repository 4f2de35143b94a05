import { HttpFailure } from '@lading/contract';
import type { FakeCall } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openIn } from '../testing/openIn.tsx';
import { MembersPage } from './MembersPage.tsx';

const AT = '/access/api/v1/projects/tea';
const users = { members: [{ name: 'ada', roles: ['Project Admin', 'Developer'] }] };
const groups = { members: [{ name: 'brewers', roles: ['Viewer'] }] };

describe('the members of a project', () => {
  it('are listed as users and groups with their roles', async () => {
    openIn('tea', MembersPage, ({ http }) =>
      http.on(`GET ${AT}/users`, users).on(`GET ${AT}/groups`, groups),
    );
    expect(await screen.findByRole('row', { name: /ada User Project Admin, Developer/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: /brewers Group Viewer/ })).toBeTruthy();
    expect(screen.getByText('2 members')).toBeTruthy();
  });

  it('can be empty; the first one can then be added', async () => {
    const none = { members: [] };
    const shell = openIn('tea', MembersPage, ({ http }) =>
      http.on(`GET ${AT}/users`, none).on(`GET ${AT}/groups`, none),
    );
    expect(await screen.findByText('No members yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add member' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('This field is mandatory')).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Group');
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'tea drinkers');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Developer' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Viewer' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Contributor' }));
    shell.http.on(`PUT ${AT}/groups/tea%20drinkers`, () => {
      shell.http.on(`GET ${AT}/groups`, {
        members: [{ name: 'tea drinkers', roles: ['Contributor', 'Viewer'] }],
      });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('row', { name: /tea drinkers Group Contributor, Viewer/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shell.http.calls.find(({ method }) => method === 'PUT')?.options.body).toEqual({
      roles: ['Contributor', 'Viewer'],
    });
    expect(shell.notifications.shown.at(-1)?.text).toBe('tea drinkers added');
  });

  it('are not added again: their roles are never replaced without notice', async () => {
    const shell = openIn('tea', MembersPage, ({ http }) =>
      http.on(`GET ${AT}/users`, { members: [] }).on(`GET ${AT}/groups`, groups),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add member' }));
    // Another administrator adds the user in the meantime.
    shell.http.on(`GET ${AT}/users`, users).on(`PUT ${AT}/users/Ada`, ({ options }: FakeCall) => {
      expect(options.headers).toEqual({ 'if-none-match': '*' });
      throw new HttpFailure(412, 'The membership was changed', 'CHANGED_SINCE');
    });
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada{Enter}');
    const why = 'ada is already a member, with the roles Project Admin, Developer.';
    expect(await screen.findByText(new RegExp(why))).toBeTruthy();
    expect(await screen.findByRole('row', { name: /ada User/, hidden: true })).toBeTruthy();
  });

  it('are added although another administrator added and removed them meanwhile', async () => {
    const shell = openIn('tea', MembersPage, ({ http }) =>
      http.on(`GET ${AT}/users`, { members: [] }).on(`GET ${AT}/groups`, groups),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add member' }));
    let isMember = true;
    shell.http.on(`PUT ${AT}/users/ada`, () => {
      if (!isMember) return shell.http.on(`GET ${AT}/users`, users);
      isMember = false;
      throw new HttpFailure(412, 'The membership was changed', 'CHANGED_SINCE');
    });
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'ada{Enter}');
    expect(await screen.findByRole('row', { name: /ada User/ })).toBeTruthy();
    expect(shell.notifications.shown.at(-1)?.text).toBe('ada added');
  });

  it('have roles that can be edited', async () => {
    const shell = openIn('tea', MembersPage, ({ http }) =>
      http
        .on(`GET ${AT}/users`, users)
        .on(`GET ${AT}/groups`, groups)
        .on(`GET ${AT}/users/ada`, users.members[0], { etag: '"1"' })
        .on(`PUT ${AT}/users/ada`, undefined),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the roles of ada' }));
    await screen.findByRole('dialog');
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect([box('Project Admin').checked, box('Developer').checked, box('Viewer').checked]).toEqual([
      true,
      true,
      false,
    ]);
    await userEvent.click(box('Project Admin'));
    await userEvent.click(box('Developer'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Select at least one role')).toBeTruthy();
    await userEvent.click(box('Viewer'));
    await userEvent.click(box('Developer'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shell.http.calls.find(({ method }) => method === 'PUT')?.options.body).toEqual({
      roles: ['Developer', 'Viewer'],
    });
    expect(shell.notifications.shown.at(-1)?.text).toBe('Roles of ada changed');
  });

  it('keep the roles that another administrator changed meanwhile [adm-01]', async () => {
    const changed = new HttpFailure(412, 'The membership was changed', 'CHANGED_SINCE');
    const shell = openIn('tea', MembersPage, ({ http }) =>
      http
        .on(`GET ${AT}/users`, users)
        .on(`GET ${AT}/groups`, groups)
        .on(`GET ${AT}/users/ada`, users.members[0], { etag: '"1"' })
        .on(`PUT ${AT}/users/ada`, ({ options }: FakeCall) => {
          if (options.headers?.['if-match'] !== '"2"') throw changed;
        }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the roles of ada' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Contributor' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/changed after you opened this page/)).toBeTruthy();
    shell.http.on(`GET ${AT}/users/ada`, { name: 'ada', roles: ['Viewer'] }, { etag: '"2"' });
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes and reload' }));
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Project Admin' })).toHaveProperty('checked', false),
    );
    await userEvent.click(screen.getByRole('checkbox', { name: 'Contributor' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shell.http.calls.findLast(({ method }) => method === 'PUT')?.options.body).toEqual({
      roles: ['Contributor', 'Viewer'],
    });
  });

  it('show in the form why one cannot be added', async () => {
    openIn('tea', MembersPage, ({ http }) =>
      http
        .on(`GET ${AT}/users`, users)
        .on(`GET ${AT}/groups`, groups)
        .on(`PUT ${AT}/users/nobody`, () => {
          throw new HttpFailure(404, 'User nobody not found');
        }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add member' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'nobody{Enter}');
    expect(await screen.findByText('User nobody not found')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'nobody');
  });

  it('are removed after confirmation', async () => {
    const shell = openIn('tea', MembersPage, ({ http }) =>
      http
        .on(`GET ${AT}/users`, users)
        .on(`GET ${AT}/groups`, groups)
        .on(`DELETE ${AT}/users/ada`, undefined),
    );
    shell.modals.answer = false;
    const remove = await screen.findByRole('button', { name: 'Remove ada' });
    await userEvent.click(remove);
    expect(shell.modals.asked).toMatchObject([{ title: 'Remove ada from the project?', danger: true }]);
    expect(shell.http.calls.some(({ method }) => method === 'DELETE')).toBe(false);
    shell.modals.answer = true;
    shell.http.on(`GET ${AT}/users`, { members: [] });
    await userEvent.click(remove);
    await waitFor(() => expect(screen.queryByText('ada')).toBeNull());
  });

  it('show a failure to load them, with Retry', async () => {
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
