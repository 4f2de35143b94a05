import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PLUGIN_POLICY } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PolicyPage } from './PolicyPage.tsx';

const CALL = '/ui/api/v1/lading/plugins/policy';

it('saves which plugins are allowed, and names an entry that cannot be one', async () => {
  const shell = openAt(PLUGIN_POLICY, PLUGIN_POLICY, PolicyPage, ({ http }) => {
    http.on(`GET ${CALL}`, { packages: ['@acme'], publishers: [], kinds: ['routes'] });
    http.on(`PUT ${CALL}`, { packages: ['lading-plugin-tide'], publishers: [], kinds: ['routes'] });
  });
  const sent = () =>
    shell.http.calls.filter(({ method }) => method === 'PUT').map(({ options }) => options.body);
  const packages = await screen.findByLabelText(/^Packages and scopes/);
  expect(packages).toHaveProperty('value', '@acme');
  await userEvent.type(packages, '{Enter}Not one');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(/Invalid package or scope "Not one"/)).length).toBeGreaterThan(0);
  expect(sent()).toEqual([]);
  await userEvent.clear(packages);
  await userEvent.type(packages, 'lading-plugin-tide');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        ...{ packages: ['lading-plugin-tide'], publishers: [], kinds: ['routes'] },
        ...{ untrusted: [], untrustedPublishers: [] },
      },
    ]),
  );
});

it('saves which plugins are untrusted', async () => {
  const policy = { packages: [], publishers: [], kinds: [] };
  const untrusted = { untrusted: ['@acme'], untrustedPublishers: ['rosa'] };
  const shell = openAt(PLUGIN_POLICY, PLUGIN_POLICY, PolicyPage, ({ http }) => {
    http.on(`GET ${CALL}`, { ...policy, untrusted: ['@acme'] });
    http.on(`PUT ${CALL}`, { ...policy, ...untrusted });
  });
  expect(await screen.findByLabelText(/^Untrusted packages/)).toHaveProperty('value', '@acme');
  await userEvent.type(screen.getByLabelText(/^Untrusted publishers/), 'rosa');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(shell.http.calls.find(({ method }) => method === 'PUT')?.options.body).toEqual({
      ...policy,
      ...untrusted,
    }),
  );
});
