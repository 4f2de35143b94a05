import { HttpFailure } from '@lading/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { GeneralPage } from './GeneralPage.tsx';

const PATH = '/admin/configuration/general';
const CALL = '/ui/api/v1/system/auth/screen/footer';
const BASE_URL = '/ui/api/v1/system/base-url';
const MAINTENANCE = '/ui/api/v1/system/maintenance';
const footer = { serverName: 'Lading', logoUrl: '', serverId: 'lading' };

const open = (answer: unknown = footer, baseUrl: unknown = { url: '' }) =>
  openAt(PATH, PATH, GeneralPage, ({ http }) => {
    http.on(`GET ${CALL}`, footer);
    http.on(`PUT ${CALL}`, answer);
    http.on(`GET ${BASE_URL}`, baseUrl);
    http.on(`PUT ${BASE_URL}`, { url: 'https://packages.example.org' });
    http.on(`GET ${MAINTENANCE}`, { enabled: false, message: '' });
    http.on(`PUT ${MAINTENANCE}`, { enabled: true, message: 'Back at noon' });
  });

it('shows and changes the name of the server and the message, which hold at once [adm-01]', async () => {
  const shell = open();
  const name = await screen.findByLabelText(/^Server name/);
  expect(name).toHaveProperty('value', 'Lading');
  await userEvent.clear(name);
  await userEvent.type(name, 'Our packages');
  await userEvent.type(screen.getByLabelText('Message for all users'), 'Closed on Sunday');
  await userEvent.selectOptions(screen.getByLabelText('Default theme'), 'High contrast');
  await userEvent.selectOptions(screen.getByLabelText('Default language'), 'Polski');
  expect(shell.navigation.blocked).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Save name and appearance' }));
  await waitFor(() => expect(shell.session.asked).toEqual(['stay']));
  expect(shell.http.calls.at(-1)?.options.body).toEqual({
    serverName: 'Our packages',
    systemMessage: 'Closed on Sunday',
    defaultTheme: 'contrast',
    defaultLanguage: 'pl',
  });
  expect(shell.navigation.blocked).toBeUndefined();
});

it('says on each button what it saves, below a heading [adm-01]', async () => {
  open();
  await screen.findByLabelText(/^Server name/);
  const saved = screen.getAllByRole('button', { name: /^Save/ }).map((button) => {
    const section = button.closest('section') as HTMLElement;
    return [within(section).getByRole('heading').textContent, button.textContent];
  });
  expect(saved).toEqual([
    ['Name and appearance', 'Save name and appearance'],
    ['Base URL', 'Save base URL'],
    ['Maintenance mode', 'Save maintenance mode'],
  ]);
});

it('shows errors at the field, before and after the request', async () => {
  open(() => {
    throw new HttpFailure(400, 'Invalid logoUrl. Expected a path of this server', 'BAD_LOGO_URL');
  });
  const logo = await screen.findByLabelText('Logo');
  await userEvent.type(logo, 'https://elsewhere.example/logo.png');
  await userEvent.tab();
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a path that starts with a single “/”');
  await userEvent.clear(logo);
  await userEvent.type(logo, '/%2e%2e//logo.png');
  await userEvent.click(screen.getByRole('button', { name: 'Save name and appearance' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Invalid logoUrl. Expected a path of this server'),
  );
});

it('makes the server read-only, with a message [adm-01]', async () => {
  const shell = open();
  const section = await screen.findByRole('region', { name: 'Maintenance mode' });
  await userEvent.click(within(section).getByLabelText('Read-only'));
  await userEvent.type(within(section).getByLabelText('Maintenance message'), 'Back at noon');
  await userEvent.click(within(section).getByRole('button', { name: 'Save maintenance mode' }));
  await waitFor(() => expect(shell.session.asked).toEqual(['stay']));
  expect(shell.http.calls.at(-1)?.options.body).toEqual({ enabled: true, message: 'Back at noon' });
});

it('sets the base URL, and warns of one that differs from the address of the page [adm-01]', async () => {
  const shell = open();
  const section = within(await screen.findByRole('region', { name: 'Base URL' }));
  const field = section.getByLabelText('URL');
  await userEvent.type(field, 'https://packages.example.org/ui');
  await userEvent.tab();
  expect((await section.findByRole('alert')).textContent).toContain('Enter a URL without a path');
  await userEvent.clear(field);
  await userEvent.type(field, 'https://packages.example.org');
  expect(section.getByText(/^You opened this page at /).textContent).toContain(location.origin);
  await userEvent.click(section.getByRole('button', { name: 'Save base URL' }));
  await waitFor(() => expect(shell.http.calls.at(-1)?.options.method).toBe('PUT'));
  expect(shell.http.calls.at(-1)?.options.body).toEqual({ url: 'https://packages.example.org' });
});

it('shows a base URL that LADING_PUBLIC_URL sets, without a field', async () => {
  open(footer, { url: 'https://packages.example.org', fixed: true });
  const section = within(await screen.findByRole('region', { name: 'Base URL' }));
  expect(section.getByText(/LADING_PUBLIC_URL/)).toBeTruthy();
  expect(section.queryByRole('textbox')).toBeNull();
});

it('offers the languages of packs, and a stored one whose pack is not loaded', async () => {
  openAt(PATH, PATH, GeneralPage, (shell) => {
    shell.http.on(`GET ${CALL}`, { ...footer, defaultLanguage: 'xx' });
    shell.http.on(`GET ${BASE_URL}`, { url: '' }).on(`GET ${MAINTENANCE}`, { enabled: false, message: '' });
    shell.language.available.push({ tag: 'de', name: 'Deutsch' });
  });
  const options = within(await screen.findByLabelText('Default language')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['English', 'Polski', 'Deutsch', 'xx']);
});
