import { HttpFailure } from '@lading/contract';
import type { AccessRequest } from '@lading/contract/rest';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openIn } from '../testing/openIn.tsx';
import { RequestsPage } from './RequestsPage.tsx';

const CALL = '/ui/api/v1/ui/access_requests';
const request = (id: string, more: Partial<AccessRequest> = {}): AccessRequest => ({
  ...{ id, user: 'ada', repository: 'tea-files', path: 'a.txt', action: 'deploy', state: 'open' },
  ...{ reason: '<img src=x onerror=alert(1)>', created: '2026-01-01T10:00:00Z', decided: null },
  ...{ decidedBy: null, answer: '', exists: true, project: 'tea', ...more },
});
const options = {
  allowed: false,
  permissions: [{ name: 'brewers', repositories: ['a', 'b'], count: 7 }],
  groups: ['crew'],
  roles: ['Developer'],
  project: 'tea',
};

function open(found: object = options, more: Partial<AccessRequest> = {}): FakeShell {
  let requests = [request('7', more)];
  return openIn('tea', RequestsPage, ({ http, user }) => {
    if (user.current) user.current = { ...user.current, admin: true };
    http.on(`GET ${CALL}`, ({ options: { query } }: FakeCall) => ({
      requests: query?.state === 'open' ? requests : [request('6', { state: 'granted', decidedBy: 'rosa' })],
    }));
    http.on(`GET ${CALL}/7/options`, found);
    for (const way of ['grant', 'decline'])
      http.on(`POST ${CALL}/7/${way}`, () => {
        requests = [];
      });
  });
}
const decide = async () =>
  userEvent.click(
    await screen.findByRole('button', { name: 'Decide about the request of ada for tea-files/a.txt' }),
  );
const sent = ({ http }: FakeShell) => {
  const { path, options: given } = http.calls.find(({ method }) => method === 'POST') ?? {};
  return [path, given?.body];
};

describe('requests for access', () => {
  it('are granted in one of the ways that the server offers', async () => {
    const shell = open();
    await decide();
    const dialog = await screen.findByRole('dialog', { name: 'Request of ada' });
    expect(await within(dialog).findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    const ways = await within(dialog).findByRole('combobox', { name: 'Decision' });
    expect(
      within(ways)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Grant: role Developer in project tea',
      'Grant: add to permission brewers (a, b and 5 more)',
      'Grant: add to group crew',
      'Decline',
    ]);
    await userEvent.selectOptions(ways, 'Grant: add to group crew');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Grant' }));
    expect(await screen.findByText('No requests')).toBeTruthy();
    expect(sent(shell)).toEqual([`${CALL}/7/grant`, { group: 'crew' }]);
    expect(shell.notifications.shown.at(-1)?.text).toBe('Request of ada granted');
  });

  it('name the repositories of a class', async () => {
    const repositories = ['ANY LOCAL', 'ANY DISTRIBUTION'];
    open({ ...options, permissions: [{ name: 'all', repositories, count: 2 }] });
    await decide();
    expect(
      await screen.findByRole('option', {
        name: 'Grant: add to permission all (all local repositories, all distribution repositories)',
      }),
    ).toBeTruthy();
  });

  it('are declined with an answer', async () => {
    const shell = open();
    await decide();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Decision' }), 'Decline');
    await userEvent.type(screen.getByRole('textbox', { name: 'Answer to the user' }), ' Ask Rosa ');
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(sent(shell)).toEqual([`${CALL}/7/decline`, { answer: 'Ask Rosa' }]));
  });

  it('can only be declined for a repository that does not exist', async () => {
    open({ ...options, permissions: [], groups: [], roles: [] }, { exists: false });
    await decide();
    expect(await screen.findByText(/No repository has this key/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Decline' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Create a permission for it' })).toBeNull();
  });

  it('link administrators to the form of a new permission, with its values', async () => {
    open({ ...options, permissions: [], groups: [], roles: [] });
    await decide();
    expect(await screen.findByText(/No role, group, or permission/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a permission for it' }).getAttribute('href')).toContain(
      '/admin/management/permissions/create?request=7&user=ada&repository=tea-files&action=deploy&path=a.txt',
    );
  });

  it('say why they cannot be decided, and list those that were', async () => {
    const shell = open();
    shell.http.on(`POST ${CALL}/7/grant`, () => {
      throw new HttpFailure(409, 'Request 7 was declined by rosa already', 'DECIDED');
    });
    await decide();
    await userEvent.click(await screen.findByRole('button', { name: 'Grant' }));
    expect(await screen.findByText(/was declined by rosa already/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Decided');
    expect(await screen.findByText('Granted by rosa')).toBeTruthy();
  });
});
