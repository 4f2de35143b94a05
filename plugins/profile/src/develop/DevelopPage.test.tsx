import { HttpFailure } from '@lading/contract';
import type { PluginOverrideStatus } from '@lading/contract/rest';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { DevelopPage } from './DevelopPage.tsx';

const CALL = '/ui/api/v1/lading/plugins/override';
const LINK = '/user_profile?develop=lading-plugin-tide&url=http://localhost:5173';

function open(status: PluginOverrideStatus, address = LINK, answer: () => unknown = () => ({})) {
  const left: string[] = [];
  const leave = (to: string) => left.push(to);
  const shell = openAt(
    address,
    () => <DevelopPage leave={leave} />,
    ({ http }) => {
      http.on(`GET ${CALL}`, status);
      http.on(`POST ${CALL}`, answer);
      http.on(`DELETE ${CALL}`, answer);
    },
  );
  const sent = () => shell.http.calls.filter(({ method }) => method !== 'GET');
  return { left, sent };
}

it('names plugin and server, and starts the override only when the user says so', async () => {
  const { left, sent } = open({});
  await screen.findByText(/Load the plugin lading-plugin-tide from http:\/\/localhost:5173/);
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Start override' }));
  await waitFor(() => expect(left).toEqual(['/ui/']));
  expect(sent().map(({ options }) => options.body)).toEqual([
    { specifier: 'lading-plugin-tide', url: 'http://localhost:5173' },
  ]);
});

it('shows why the override was rejected, and does not reload', async () => {
  const { left } = open({}, LINK, () => {
    throw new HttpFailure(400, 'Invalid URL of a development server');
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Start override' }));
  await screen.findByText('Invalid URL of a development server');
  expect(left).toEqual([]);
});

it('shows who is not allowed why, and offers nothing', async () => {
  open({ denied: 'Development overrides are turned off' });
  await screen.findByText('Development overrides are turned off');
  expect(screen.queryByRole('button', { name: 'Start override' })).toBeNull();
});

it('offers to stop the override that the browser has', async () => {
  const override = { specifier: 'lading-plugin-ebb', origin: 'http://localhost:5174', expires: '' };
  const { left, sent } = open({ override });
  await screen.findByText(/already loads lading-plugin-ebb from http:\/\/localhost:5174/);
  await userEvent.click(screen.getByRole('button', { name: 'Stop current override' }));
  await waitFor(() => expect(left).toEqual(['/ui/']));
  expect(sent().map(({ method }) => method)).toEqual(['DELETE']);
});

it('reports a link without a server', async () => {
  open({}, '/user_profile?develop=lading-plugin-tide');
  await screen.findByText('The link is incomplete');
});
