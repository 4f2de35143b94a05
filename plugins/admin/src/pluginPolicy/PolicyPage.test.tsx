import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PLUGIN_POLICY } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PolicyPage } from './PolicyPage.tsx';

const CALL = '/ui/api/v1/lading/plugins/policy';
const unsigned = { signed: false, authorKeys: [], maxGrowthPercent: 20 };

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
        ...{ untrusted: [], untrustedPublishers: [], ...unsigned },
      },
    ]),
  );
});

it('bases each change on what it loaded or saved before', async () => {
  const policy = { packages: ['@acme'], publishers: [], kinds: [] };
  const shell = openAt(PLUGIN_POLICY, PLUGIN_POLICY, PolicyPage, ({ http }) => {
    http.on(`GET ${CALL}`, policy, { etag: '"1"' });
    http.on(`PUT ${CALL}`, policy, { etag: '"2"' });
  });
  const based = () =>
    shell.http.calls
      .filter(({ method }) => method === 'PUT')
      .map(({ options }) => options.headers?.['if-match']);
  const packages = await screen.findByLabelText(/^Packages and scopes/);
  for (const [typed, tags] of [
    ['{Enter}lading-plugin-tide', ['"1"']],
    ['{Enter}lading-plugin-ebb', ['"1"', '"2"']],
  ] as const) {
    await userEvent.type(packages, typed);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(based()).toEqual(tags));
  }
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
      ...unsigned,
    }),
  );
});

it('saves the keys of authors, and says what is wrong with one', async () => {
  const policy = { packages: [], publishers: [], kinds: [] };
  const publicKey = `MCowBQYDK2VwAyEA${'a'.repeat(42)}A=`;
  const acme = { name: 'Acme Corp', publicKey, packages: ['@acme'] };
  const shell = openAt(PLUGIN_POLICY, PLUGIN_POLICY, PolicyPage, ({ http }) => {
    http.on(`GET ${CALL}`, { ...policy, authorKeys: [acme], maxGrowthPercent: 5 });
    http.on(`PUT ${CALL}`, policy);
  });
  const sent = () => shell.http.calls.find(({ method }) => method === 'PUT')?.options.body;
  const keys = await screen.findByLabelText(/^Author keys/);
  expect(keys).toHaveProperty('value', `Acme Corp: ${publicKey} @acme`);
  await userEvent.click(screen.getByLabelText(/^Require the signature/));
  await userEvent.clear(keys);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(/Enter at least one key/)).length).toBeGreaterThan(0);
  await userEvent.type(keys, `Tide: ${publicKey}x`);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(/Invalid author key "Tide: /)).length).toBeGreaterThan(0);
  await userEvent.type(keys, '{Backspace} lading-plugin-tide');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toEqual({
      ...{ ...policy, untrusted: [], untrustedPublishers: [] },
      ...{ signed: true, maxGrowthPercent: 5 },
      authorKeys: [{ name: 'Tide', publicKey, packages: ['lading-plugin-tide'] }],
    }),
  );
});
