import type { TokenSummary } from '@lading/contract/rest';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TOKENS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { TokenListPage } from './TokenListPage.tsx';

const CALL = '/access/api/v1/tokens';
const now = Math.floor(Date.now() / 1000);
const day = 86_400;
const token = (id: string, more: Partial<TokenSummary> = {}): TokenSummary => ({
  token_id: id,
  subject: 'rosa',
  scope: 'applied-permissions/user',
  description: id,
  issued_at: now - 100 * day,
  refreshable: false,
  ...more,
});
const open = (search = '') =>
  openAt(`${TOKENS}${search}`, TOKENS, TokenListPage, ({ http, modals }) => {
    let tokens = [
      token('forever', { last_used: now - 60 }),
      token('soon', { subject: 'karl', expiry: now + day, scope: 'applied-permissions/admin' }),
      token('old', { expiry: now - day, refreshable: true, scope: 'repository:npm-local:read' }),
    ];
    http.on(`GET ${CALL}`, () => ({ tokens }));
    http.on(`POST ${CALL}/revoke`, () => {
      tokens = [];
      return { revoked: 2 };
    });
    modals.confirm = async ({ text }) => (text ?? '').includes('karl, rosa');
  });
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

it('lists tokens of all users with scope, state, and last use [perm-01]', async () => {
  const shell = open();
  await screen.findByText('forever');
  expect(shell.http.calls.at(-1)?.options.query).toEqual({ refreshable: true, limit: 100 });
  expect(shown().join('\n')).toMatch(/karl.*Administrator.*Expires within 7 days/);
  expect(shown().join('\n')).toMatch(/npm-local:read.*Expired, refreshable/);
});

it.each([
  ['?scope=scopeAdmin', { scope: 'admin' }],
  ['?state=expired', { state: 'expired' }],
  ['?use=idle', { use: 'idle' }],
  ['?user=karl', { username: 'karl' }],
  ['?filter=deploy', { search: 'deploy' }],
  ['?sort_by=lastUsed', { sort_by: 'lastUsed', descending_order: true }],
])('sends the filter or order %s of the URL to the server', async (search, query) => {
  const shell = open(search);
  await screen.findByText('forever');
  expect(shell.http.calls.at(-1)?.options.query).toEqual({ refreshable: true, limit: 100, ...query });
});

it('revokes selected tokens after a confirmation that names the users', async () => {
  const shell = open();
  await screen.findByText('forever');
  const choose = (name: string) =>
    userEvent.click(
      within(screen.getByText(name).closest('[role=row]') as HTMLElement).getByRole('checkbox'),
    );
  await choose('soon');
  await choose('old');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No access tokens')).toBeTruthy();
  const [call] = shell.http.calls.filter(({ method }) => method === 'POST');
  expect(call?.options.body).toEqual({ token_ids: ['soon', 'old'] });
});
