import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PLUGIN_DEVELOPMENT } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { DevelopmentPage } from './DevelopmentPage.tsx';

const CALL = '/ui/api/v1/lading/plugins/development';

it('saves who can use development overrides, and names an origin that cannot be one', async () => {
  const saved = { allowed: true, users: ['rosa'], groups: [], origins: ['https://dev.example.com'] };
  const shell = openAt(PLUGIN_DEVELOPMENT, PLUGIN_DEVELOPMENT, DevelopmentPage, ({ http }) => {
    http.on(`GET ${CALL}`, { allowed: false, users: [], groups: [], origins: [] });
    http.on(`PUT ${CALL}`, saved);
  });
  const sent = () =>
    shell.http.calls.filter(({ method }) => method === 'PUT').map(({ options }) => options.body);
  await userEvent.click(await screen.findByLabelText('Allow development overrides'));
  await userEvent.type(screen.getByLabelText(/^Users/), 'rosa');
  const origins = screen.getByLabelText(/^Other development servers/);
  await userEvent.type(origins, 'http://dev.example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(/Invalid origin "http:\/\/dev.example.com"/)).length).toBeGreaterThan(0);
  expect(sent()).toEqual([]);
  await userEvent.clear(origins);
  await userEvent.type(origins, 'https://dev.example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([saved]));
});
