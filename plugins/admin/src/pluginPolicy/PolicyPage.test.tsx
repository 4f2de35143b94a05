import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PLUGIN_POLICY } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { keyIdOf } from './authorKeys/fingerprint.ts';
import { PolicyPage } from './PolicyPage.tsx';

const CALL = '/ui/api/v1/lading/plugins/policy';
const unsigned = { builds: [], signed: false, authorKeys: [], maxGrowthPercent: 20 };

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

describe('the keys of authors', () => {
  const policy = { packages: [], publishers: [], kinds: [] };
  const publicKey = `MCowBQYDK2VwAyEA${'a'.repeat(42)}A=`;
  const other = `MCowBQYDK2VwAyEA${'b'.repeat(42)}A=`;
  const acme = { name: 'Acme Corp', publicKey, packages: ['@acme'] };
  const saved = { ...policy, untrusted: [], untrustedPublishers: [], builds: [] };

  function open(
    authorKeys: readonly object[],
    plugins: readonly object[] = [],
    builds: readonly object[] = [],
  ) {
    const shell = openAt(PLUGIN_POLICY, PLUGIN_POLICY, PolicyPage, ({ http }) => {
      http.on(`GET ${CALL}`, { ...policy, authorKeys, builds, maxGrowthPercent: 5 });
      http.on(`PUT ${CALL}`, policy);
      http.on('GET /ui/api/v1/lading/plugins', { plugins });
    });
    return () => shell.http.calls.find(({ method }) => method === 'PUT')?.options.body;
  }
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
  const type = async (label: RegExp, typed: string) => {
    const field = within(screen.getByRole('dialog')).getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, typed);
  };

  it('are a table, with what each one is trusted for', async () => {
    open([
      { ...acme, added: '2026-11-01T10:00:00.000Z' },
      { name: 'Tide', publicKey: other, packages: [] },
    ]);
    const table = await screen.findByRole('table', { name: 'Author keys' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent).slice(0, 3));
    expect(cells).toEqual([
      ['Author', 'Key fingerprint', 'Packages or scopes'],
      ['Acme Corp', `${keyIdOf(publicKey).slice(0, 16)}…`, '@acme'],
      ['Tide', `${keyIdOf(other).slice(0, 16)}…`, 'All packages'],
    ]);
    expect(table.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-01T10:00:00.000Z');
  });

  it('are added in a dialog, which says what is wrong', async () => {
    const sent = open([]);
    await userEvent.click(await screen.findByLabelText(/^Require the signature/));
    await press('Save');
    expect((await screen.findAllByText(/Enter at least one key/)).length).toBeGreaterThan(0);
    await press('Add author key');
    await type(/^Author/, 'Tide');
    await type(/^Public key/, `${publicKey}x`);
    await press('Apply');
    expect((await screen.findAllByText(/Invalid public key "MCow/)).length).toBeGreaterThan(0);
    await type(/^Public key/, publicKey);
    await press('Apply');
    expect((await screen.findAllByText(/Enter at least one package or scope/)).length).toBeGreaterThan(0);
    await type(/^Trusted packages and scopes/, 'lading-plugin-tide');
    await press('Apply');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Save');
    await waitFor(() =>
      expect(sent()).toEqual({
        ...saved,
        ...{ signed: true, maxGrowthPercent: 5 },
        authorKeys: [{ name: 'Tide', publicKey, packages: ['lading-plugin-tide'] }],
      }),
    );
  });

  it('are trusted for all packages only if that is selected', async () => {
    const sent = open([acme]);
    await screen.findByText('Acme Corp');
    await press('Edit the key of Acme Corp');
    const all = screen.getByLabelText<HTMLInputElement>(/^Trust for all packages/);
    expect(all.checked).toBe(false);
    await userEvent.clear(screen.getByLabelText(/^Trusted packages and scopes/));
    await press('Apply');
    expect((await screen.findAllByText(/or select all packages/)).length).toBeGreaterThan(0);
    await userEvent.click(all);
    await press('Apply');
    await screen.findByText('All packages');
    await press('Save');
    await waitFor(() => expect(sent()).toMatchObject({ authorKeys: [{ ...acme, packages: [] }] }));
  });

  it('cannot be listed twice for an author', async () => {
    open([acme]);
    await screen.findByText('Acme Corp');
    await press('Add author key');
    await type(/^Author/, 'Acme Corp');
    await type(/^Public key/, publicKey);
    await userEvent.click(screen.getByLabelText(/^Trust for all packages/));
    await press('Apply');
    expect((await screen.findAllByText(/is already in the list/)).length).toBeGreaterThan(0);
  });

  it('are removed after a confirmation that lists the plugins in use that are affected', async () => {
    const facts = { signature: { keyId: keyIdOf(publicKey) } };
    const made = { issuer: 'https://gitlab.com', repository: 'https://gitlab.com/acme/ci' };
    const plugin = { version: '1.0.0', state: 'enabled', facts };
    const sent = open(
      [acme, { name: 'Acme Corp', publicKey, packages: ['@acme/lading-plugin-both'] }],
      [
        { ...plugin, specifier: '@acme/lading-plugin-tide' },
        { ...plugin, specifier: '@acme/lading-plugin-both' },
        { ...plugin, specifier: '@acme/lading-plugin-new', state: 'available' },
        { ...plugin, specifier: '@tide/lading-plugin-ebb' },
        {
          ...plugin,
          specifier: '@acme/lading-plugin-ci',
          facts: { ...facts, build: made },
        },
        {
          ...plugin,
          specifier: '@acme/lading-plugin-other',
          facts: { signature: { keyId: '0'.repeat(64) } },
        },
      ],
      [{ ...made, packages: ['@acme'] }],
    );
    await screen.findAllByText('Acme Corp');
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Remove the key of Acme Corp' })[0] as Element,
    );
    const dialog = screen.getByRole('dialog', { name: 'Remove the key of Acme Corp?' });
    const listed = await within(dialog).findAllByRole('listitem');
    expect(listed.map(({ textContent }) => textContent)).toEqual(['@acme/lading-plugin-tide 1.0.0']);
    await press('Remove');
    expect(document.activeElement?.textContent).toBe('Add author key');
    await press('Save');
    await waitFor(() =>
      expect(sent()).toMatchObject({ authorKeys: [{ packages: ['@acme/lading-plugin-both'] }] }),
    );
  });
});
