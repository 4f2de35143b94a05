import { HttpFailure } from '@lading/contract';
import type { TokenSummary } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProfilePage } from '../page/ProfilePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { profileOf, tokenOf } from '../testing/samples.ts';

const TOKENS = '/access/api/v1/tokens';

function open(tokens: TokenSummary[], prepare: (shell: FakeShell) => void = () => {}) {
  return openAt('/user_profile?tab=tokens', ProfilePage, (shell) => {
    shell.http.on('GET /ui/api/v1/ui/userProfile', profileOf());
    shell.http.on(`GET ${TOKENS}`, () => ({ tokens: [...tokens] }));
    prepare(shell);
  });
}
const form = () => within(screen.getByRole('dialog', { name: 'Create access token' }));

it('lists the user’s tokens with scope and expiry', async () => {
  const shell = open([
    tokenOf({ description: '', scope: 'applied-permissions/admin', token_id: 'a' }),
    tokenOf({ scope: 'repository:npm-local:read,deploy repository:*:read', token_id: 'b' }),
  ]);
  expect(await screen.findByText('No description')).toBeTruthy();
  expect(screen.getByText('Full administrator access')).toBeTruthy();
  expect(screen.getByText('read, deploy in npm-local; read in all repositories')).toBeTruthy();
  // Without a user name, administrators would receive the tokens of all users.
  const [call] = shell.http.calls.filter(({ path }) => path === TOKENS);
  expect(call?.options.query).toEqual({ username: 'ada' });
});

it('marks what expires within a week', async () => {
  const now = Math.floor(Date.now() / 1000);
  open([
    tokenOf({ token_id: 'a', description: 'soon', expiry: now + 2 * 86_400 }),
    tokenOf({ token_id: 'b', description: 'later', expiry: now + 30 * 86_400 }),
  ]);
  expect((await screen.findByText('Expires soon:')).closest('[role=row]')?.textContent).toMatch(/^soon/);
});

it('creates a token with a description, a scope, and an expiry, and shows it once', async () => {
  const tokens: TokenSummary[] = [];
  const shell = open(tokens, ({ http }) => {
    http.on('GET /artifactory/api/repositories', [{ key: 'npm-local' }, { key: 'docker-local' }]);
    http.on(`POST ${TOKENS}`, () => {
      tokens.push(tokenOf({ description: 'CI' }));
      return { token_id: 'x', access_token: 'lading_at_secret', expires_in: 86_400, scope: '' };
    });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create access token' }));
  await userEvent.click(form().getByRole('button', { name: 'Create' }));
  expect(form().getByText('Enter a description')).toBeTruthy();
  await userEvent.type(form().getByLabelText(/^Description/), 'CI');
  expect(shell.navigation.blocked).toBe('The access token is not created yet.');
  await userEvent.selectOptions(form().getByLabelText('Expires in'), '1 day');
  await userEvent.click(form().getByLabelText('Limited to repositories'));
  await userEvent.click(form().getByLabelText('read'));
  await userEvent.click(form().getByRole('button', { name: 'Create' }));
  expect(form().getByText('Select at least one action')).toBeTruthy();
  await userEvent.click(form().getByLabelText('deploy'));
  await userEvent.click(form().getByLabelText('read'));
  await userEvent.click(await form().findByLabelText('npm-local'));
  await userEvent.click(form().getByRole('button', { name: 'Create' }));

  const shown = within(await screen.findByRole('dialog', { name: 'Your access token “CI”' }));
  expect(shown.getByText('lading_at_secret')).toBeTruthy();
  expect(shell.navigation.blocked).toContain('shown only once');
  const [made] = shell.http.calls.filter(({ method }) => method === 'POST');
  expect(made?.options.body).toEqual({
    description: 'CI',
    scope: 'repository:npm-local:read,deploy',
    expires_in: 86_400,
  });
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('CI')).toBeTruthy();
  expect(screen.queryByText('lading_at_secret')).toBeNull();
  expect(shell.navigation.blocked).toBeUndefined();
});

it('summarizes the errors of several fields at the top, with links to them', async () => {
  open([], ({ http }) => http.on('GET /artifactory/api/repositories', []));
  await userEvent.click(await screen.findByRole('button', { name: 'Create access token' }));
  await userEvent.click(form().getByLabelText('Limited to repositories'));
  await userEvent.click(form().getByLabelText('read'));
  await userEvent.click(form().getByRole('button', { name: 'Create' }));
  expect(form().getByText('2 fields are invalid:').parentElement).toBe(document.activeElement);
  await userEvent.click(form().getByRole('button', { name: 'Actions: Select at least one action' }));
  expect(document.activeElement).toBe(form().getByLabelText('read'));
  await userEvent.click(form().getByRole('button', { name: 'Description: Enter a description' }));
  expect(document.activeElement).toBe(form().getByLabelText(/^Description/));
});

it.each([
  [undefined, ['1 hour', '1 day', '30 days', '90 days', '1 year', 'Never'], '30 days'],
  [90 * 86_400, ['1 hour', '1 day', '30 days', '90 days'], '30 days'],
  [7 * 86_400, ['1 hour', '1 day'], '1 day'],
])('offers no lifetime above the maximum of %s seconds', async (max, offered, selected) => {
  open([], ({ http }) => http.on(`GET ${TOKENS}`, { tokens: [], ...(max ? { max_expires_in: max } : {}) }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create access token' }));
  const field = form().getByLabelText<HTMLSelectElement>('Expires in');
  expect([...field.options].map(({ label }) => label)).toEqual(offered);
  expect(field.selectedOptions[0]?.label).toBe(selected);
  const help = `Maximum: ${(max ?? 0) / 86_400} days, set by an administrator.`;
  expect(form().queryByText(help) !== null).toBe(max !== undefined);
});

it('offers admin-only options to administrators only', async () => {
  open([], ({ user }) => {
    if (user.current) user.current = { ...user.current, admin: false };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create access token' }));
  expect(form().queryByLabelText('Full administrator access')).toBeNull();
  expect(form().queryByRole('option', { name: 'Never' })).toBeNull();
});

it('shows in the form why the platform rejected the token', async () => {
  open([], ({ http }) =>
    http.on(`POST ${TOKENS}`, () => {
      throw new HttpFailure(403, 'Only administrators can use this scope');
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Create access token' }));
  await userEvent.type(form().getByLabelText(/^Description/), 'CI');
  await userEvent.click(form().getByRole('button', { name: 'Create' }));
  expect(await form().findByText('Only administrators can use this scope')).toBeTruthy();
  await userEvent.click(form().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('revokes a token after a confirmation that names it', async () => {
  const tokens = [tokenOf({ token_id: 'a', description: 'old laptop' }), tokenOf({ token_id: 'b' })];
  const shell = open(tokens, ({ http }) => http.on(`DELETE ${TOKENS}/a`, () => void tokens.shift()));
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke old laptop' }));
  await waitFor(() => expect(screen.queryByText('old laptop')).toBeNull());
  expect(shell.modals.asked[0]).toMatchObject({
    title: 'Revoke the access token “old laptop”?',
    verb: 'Revoke',
    danger: true,
  });
  expect(shell.notifications.shown).toEqual([{ kind: 'success', text: 'Access token “old laptop” revoked' }]);
});

it('filters tokens by description, and keeps the filter in the URL', async () => {
  const many = Array.from({ length: 3_000 }, (_, at) =>
    tokenOf({ token_id: `t${at}`, description: `build ${at}` }),
  );
  const shell = open(many);
  await userEvent.type(
    await screen.findByRole('searchbox', { name: 'Filter by description' }),
    '2999{Enter}',
  );
  expect(await screen.findByText('1 access token')).toBeTruthy();
  expect(screen.getByText('build 2999')).toBeTruthy();
  expect(shell.navigation.place.search).toBe('?tab=tokens&name=2999');
  await userEvent.type(screen.getByRole('searchbox'), '9{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filter' }));
  expect(await screen.findByText('3,000 access tokens')).toBeTruthy();
  expect(shell.http.calls.filter(({ path }) => path === TOKENS)).toHaveLength(1);
});

it('reports that tokens could not be loaded, and retries', async () => {
  let fails = true;
  open([tokenOf()], ({ http }) =>
    http.on(`GET ${TOKENS}`, () => {
      if (fails) throw new HttpFailure(502, 'No answer from there');
      return { tokens: [tokenOf()] };
    }),
  );
  expect(await screen.findByText('No answer from there')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('the build of the lighthouse')).toBeTruthy();
});
