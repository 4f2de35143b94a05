import { HttpFailure } from '@lading/contract';
import type { AuthSettings } from '@lading/contract/rest';
import { authAdminState } from '@lading/contract/testing/handlers';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RULES } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { RulesPage } from './RulesPage.tsx';

const CALL = '/access/api/v1/auth/settings';
const { settings } = authAdminState();

const open = (answer: unknown = settings, from: AuthSettings = settings) =>
  openAt(RULES, RULES, RulesPage, ({ http }) => {
    http.on(`GET ${CALL}`, from);
    http.on(`PATCH ${CALL}`, answer);
  });
const sent = (shell: ReturnType<typeof open>) =>
  shell.http.calls.filter(({ method }) => method === 'PATCH').map(({ options }) => options.body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const length = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Minimum length' });

it('saves only the changes', async () => {
  const shell = open();
  await userEvent.clear(await length());
  await userEvent.type(await length(), '14');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Anonymous access' }));
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Multi-factor authentication' }),
    'required',
  );
  await save();
  await waitFor(() => expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['Saved']));
  expect(sent(shell)).toEqual([{ anonymousAccess: true, passwords: { minLength: 14 }, mfa: 'required' }]);
});

it('shows the valid range at the field, and sends nothing', async () => {
  const shell = open();
  await userEvent.clear(await length());
  await userEvent.type(await length(), '8');
  await save();
  expect(screen.getByText('Enter a whole number from 12 to 128')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await length()));
  expect(sent(shell)).toEqual([]);
});

it('shows validation errors of the platform at the field, and keeps the input', async () => {
  open(() => {
    throw new HttpFailure(400, 'body/passwords/minLength must be 16 or more', 'BAD_REQUEST');
  });
  await userEvent.clear(await length());
  await userEvent.type(await length(), '15');
  await save();
  expect(await screen.findByText('must be 16 or more')).toBeTruthy();
  expect((await length()).value).toBe('15');
});

it('combines title and text into a notice, and removes the notice when both are empty', async () => {
  const notice = { title: 'Notice', message: 'Be kind', permanent: true };
  const shell = open(settings, { ...settings, loginDialog: notice });
  const title = await screen.findByRole('textbox', { name: 'Notice title' });
  await userEvent.type(title, ' now');
  await save();
  await userEvent.clear(title);
  await userEvent.type(title, 'x{Backspace}');
  await waitFor(() => expect(sent(shell)).toEqual([{ loginDialog: { ...notice, title: 'Notice now' } }]));
});

it('asks before unsaved input is lost', async () => {
  const shell = open();
  await userEvent.type(await length(), '0');
  expect(shell.navigation.blocked).toBe('You have unsaved changes.');
});
