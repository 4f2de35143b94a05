import { HttpFailure } from '@lading/contract';
import type { Project } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openIn } from '../testing/openIn.tsx';
import { SettingsPage } from './SettingsPage.tsx';

const AT = '/access/api/v1/projects/tea';
const TEA: Project = {
  project_key: 'tea',
  display_name: 'Tea room',
  description: 'All about tea',
  admin_privileges: { manage_members: true, manage_resources: false, index_resources: true },
  storage_quota_bytes: -1,
};
const open = (prepare: (shell: FakeShell) => void) => openIn('tea', SettingsPage, prepare);
const name = () => screen.findByRole('textbox', { name: 'Name' });
const save = () => screen.getByRole('button', { name: 'Save' });

describe('the settings of a project [shell-03]', () => {
  it('show the current values, and save changes', async () => {
    const shell = open(({ http }) =>
      http.on(`GET ${AT}`, TEA).on(`PUT ${AT}`, { ...TEA, display_name: 'Tea house' }),
    );
    expect(await name()).toHaveProperty('value', 'Tea room');
    expect(screen.getByText('No limit')).toBeTruthy();
    expect(save()).toHaveProperty('disabled', true);
    await userEvent.clear(await name());
    await userEvent.type(await name(), 'Tea house');
    await userEvent.click(save());
    expect(await screen.findByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    expect(shell.http.calls.at(-1)?.options.body).toEqual({
      display_name: 'Tea house',
      description: 'All about tea',
    });
    expect(shell.notifications.shown).toEqual([{ kind: 'success', text: 'Project saved' }]);
    expect(shell.project.changes).toBe(1);
  });

  it('require a name, and show in the form why saving failed', async () => {
    open(({ http }) =>
      http.on(`GET ${AT}`, TEA).on(`PUT ${AT}`, () => {
        throw new HttpFailure(409, 'A project named Ale house already exists');
      }),
    );
    await userEvent.clear(await name());
    await userEvent.click(save());
    expect(await screen.findByText('This field is mandatory')).toBeTruthy();
    expect(document.activeElement).toBe(await name());
    await userEvent.type(await name(), 'Ale house');
    await userEvent.click(save());
    expect(await screen.findByText('A project named Ale house already exists')).toBeTruthy();
    expect(await name()).toHaveProperty('value', 'Ale house');
  });

  it('show a failure to load them, with Retry', async () => {
    const shell = open(({ http }) =>
      http.on(`GET ${AT}`, () => {
        throw new HttpFailure(403, 'User ada is not a member of project tea');
      }),
    );
    expect(await screen.findByText('User ada is not a member of project tea')).toBeTruthy();
    shell.http.on(`GET ${AT}`, TEA);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await name()).toBeTruthy();
  });

  it('are reset when another project is selected', async () => {
    const shell = open(({ http }) =>
      http
        .on(`GET ${AT}`, TEA)
        .on('GET /access/api/v1/projects/ale', { ...TEA, project_key: 'ale', display_name: 'Ale house' }),
    );
    await userEvent.type(await name(), ' half');
    act(() => {
      shell.project.current = 'ale';
    });
    await screen.findByDisplayValue('Ale house');
  });
});
