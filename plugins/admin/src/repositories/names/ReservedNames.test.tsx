import { HttpFailure } from '@lading/contract';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../../testing/openAt.ts';
import { RepositoryPage } from '../RepositoryPage.tsx';

const CALL = '/artifactory/api/repositories';
const OF = `${CALL}/npm/reservations`;
const RESERVATIONS = [
  { prefix: '@acme', state: 'lifted', rule: '@ac', repositories: [] },
  { prefix: '@corp', state: 'reserved-by-default', repositories: ['npm-local'] },
  { prefix: '@mixed', state: 'open', repositories: ['npm-local'] },
  {
    prefix: 'acme-',
    state: 'reserved',
    repositories: [],
    createdBy: 'anna',
    created: '2026-11-22T10:00:00.000Z',
  },
];

function open(admin: boolean, more: (shell: FakeShell) => void = () => {}, rclass = 'virtual'): FakeShell {
  return openAt(
    `/admin/repositories/${rclass}/edit/npm`,
    '/admin/repositories/:type/edit/:key',
    RepositoryPage,
    (shell) => {
      shell.user.current = fakeUser({ admin });
      shell.http.on(`GET ${CALL}`, [
        { key: 'npm-local', type: 'LOCAL', packageType: 'npm', url: '', description: '' },
      ]);
      shell.http.on('GET /ui/api/v1/ui/packages/available', {
        packageTypes: [{ type: 'npm', displayName: 'npm', classes: ['local', 'remote', 'virtual'] }],
      });
      shell.http.on('GET /access/api/v1/projects', []);
      shell.http.on('GET /access/api/v1/environments', []);
      shell.http.on(`GET ${CALL}/npm`, {
        key: 'npm',
        rclass,
        packageType: 'npm',
        repositories: ['npm-local'],
      });
      shell.http.on(`GET ${OF}`, { reservations: RESERVATIONS });
      more(shell);
    },
  );
}
const row = async (prefix: string) => within((await screen.findByText(prefix)).closest('li') as HTMLElement);
const sent = ({ http }: FakeShell) =>
  http.calls.filter(({ method }) => method === 'PUT').map(({ options }) => options.body);

describe('reserved names of a virtual repository', () => {
  it('are listed with their state, their reason and what can be done', async () => {
    open(true);
    const wider = await row('@acme');
    expect(wider.getByText('As decided for @ac')).toBeTruthy();
    expect(wider.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reserve']);
    const corp = await row('@corp');
    expect(corp.getByText('Reserved automatically')).toBeTruthy();
    expect(corp.getByText('Names in npm-local')).toBeTruthy();
    expect(corp.getByRole('button', { name: 'Lift the reservation of @corp' })).toBeTruthy();
    const mixed = await row('@mixed');
    expect(mixed.getByText('An upstream served packages in it before npm-local had one.')).toBeTruthy();
    expect(mixed.getByRole('button', { name: 'Reserve @mixed' })).toBeTruthy();
    const acme = await row('acme-');
    expect(acme.getByText('By anna')).toBeTruthy();
    expect(acme.getByRole('button', { name: 'Use the default for acme-' })).toBeTruthy();
  });

  it('are lifted after a question, and the focus goes to the heading', async () => {
    const shell = open(true, ({ http }) => void http.on(`PUT ${OF}`, undefined));
    shell.modals.answer = true;
    await userEvent.click(await screen.findByRole('button', { name: 'Lift the reservation of @corp' }));
    await waitFor(() => expect(sent(shell)).toEqual([{ prefix: '@corp', effect: 'lifted' }]));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Reserved names'));
  });

  it('are added by keyboard, and keep the typed text when the server rejects it', async () => {
    const shell = open(true, ({ http }) => {
      http.on(`PUT ${OF}`, () => {
        throw new HttpFailure(400, 'Invalid prefix "!"');
      });
    });
    const field = await screen.findByRole('textbox', { name: 'Prefix' });
    await userEvent.type(field, '!{Enter}');
    await waitFor(() => expect(shell.notifications.shown.at(-1)?.text).toContain('Invalid prefix "!"'));
    expect((field as HTMLInputElement).value).toBe('!');
    shell.http.on(`PUT ${OF}`, undefined);
    await userEvent.clear(field);
    await userEvent.type(field, 'acme-{Enter}');
    await waitFor(() => expect((field as HTMLInputElement).value).toBe(''));
    expect(sent(shell).at(-1)).toEqual({ prefix: 'acme-', effect: 'reserved' });
  });

  it('say who may answer a name, and why', async () => {
    const shell = open(true, ({ http }) => {
      http.on(`GET ${OF}/rule`, {
        name: '@corp/x',
        upstream: false,
        reason: 'reserved-by-default',
        prefix: '@corp',
      });
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Check a name' }), '@corp/x{Enter}');
    expect(await screen.findByText('Only local members can serve @corp/x.')).toBeTruthy();
    expect(screen.getByText(/@corp is reserved automatically/)).toBeTruthy();
    expect(shell.http.calls.at(-1)?.options.query).toEqual({ name: '@corp/x' });
  });

  it('show errors, and are only for administrators and virtual repositories', async () => {
    open(true, ({ http }) => {
      http.on(`GET ${OF}`, () => {
        throw new HttpFailure(500, 'Not now');
      });
    });
    expect(await screen.findByText('Failed to load the reserved names')).toBeTruthy();
    expect(screen.queryByText('No reserved prefixes')).toBeNull();
  });

  it.each([
    [false, 'virtual'],
    [true, 'local'],
  ])('are not shown to others, nor elsewhere: %s %s', async (admin, rclass) => {
    const shell = open(admin, undefined, rclass);
    await screen.findByRole('button', { name: 'Save' });
    expect(screen.queryByText('Reserved names')).toBeNull();
    expect(shell.http.calls.some(({ path }) => path === OF)).toBe(false);
  });
});
