import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PLUGIN_POLICY } from '../../paths.ts';
import { openAt } from '../../testing/openAt.ts';
import { keyIdOf } from '../authorKeys/fingerprint.ts';
import { PolicyPage } from '../PolicyPage.tsx';

const CALL = '/ui/api/v1/lading/plugins/policy';
const issuer = 'https://token.actions.githubusercontent.com';
const repository = 'https://github.com/acme/tide';
const workflow = '.github/workflows/release.yml';
const publicKey = `MCowBQYDK2VwAyEA${'a'.repeat(42)}A=`;
const acme = { name: 'Acme', publicKey, packages: ['@acme'] };
const tide = { issuer, repository, workflow, ref: 'refs/tags/*', packages: ['@acme'] };

describe('trusted builds', () => {
  function open(
    builds: readonly object[],
    plugins: readonly object[] = [],
    authorKeys: readonly object[] = [],
  ) {
    const policy = { packages: [], publishers: [], kinds: [] };
    const shell = openAt(PLUGIN_POLICY, PLUGIN_POLICY, PolicyPage, ({ http }) => {
      http.on(`GET ${CALL}`, { ...policy, authorKeys, builds, maxGrowthPercent: 5 });
      http.on(`PUT ${CALL}`, policy);
      http.on('GET /ui/api/v1/lading/plugins', { plugins });
    });
    return () => shell.http.calls.find(({ method }) => method === 'PUT')?.options.body;
  }
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
  const type = async (label: RegExp, typed: string) => {
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, typed);
  };

  it('are a table, with what each one is trusted for', async () => {
    open([tide, { issuer, repository: 'https://github.com/acme/ebb', packages: [] }]);
    const table = await screen.findByRole('table', { name: 'Trusted builds' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent).slice(0, 4));
    expect(cells).toEqual([
      ['Source repository', 'Workflow', 'Branch or tag', 'Packages or scopes'],
      [repository, workflow, 'refs/tags/*', '@acme'],
      ['https://github.com/acme/ebb', 'Any', 'Any', 'All packages'],
    ]);
  });

  it('are added in a dialog, which says what is wrong', async () => {
    const sent = open([]);
    await userEvent.click(await screen.findByLabelText(/^Require the signature/));
    await press('Add trusted build');
    await type(/^Source repository/, 'github.com/acme/tide');
    await type(/^Workflow/, '/w.yml');
    await type(/^Branch or tag/, 'main');
    await press('Apply');
    expect((await screen.findAllByText(/Invalid URL "github/)).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/Invalid path "\/w\.yml"/).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/Invalid ref "main"/).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/Enter at least one package or scope/).length).toBeGreaterThan(0);
    await type(/^Source repository/, repository);
    await type(/^Workflow/, workflow);
    await type(/^Branch or tag/, 'refs/tags/*');
    await type(/^Trusted packages and scopes/, '@acme');
    await press('Apply');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Save');
    await waitFor(() => expect(sent()).toMatchObject({ signed: true, authorKeys: [], builds: [tide] }));
  });

  it('cannot be listed twice', async () => {
    open([tide]);
    await screen.findByText(repository);
    await press('Add trusted build');
    await type(/^Source repository/, repository);
    await type(/^Workflow/, workflow);
    await type(/^Branch or tag/, 'refs/tags/*');
    await type(/^Trusted packages and scopes/, '@other');
    await press('Apply');
    expect((await screen.findAllByText(/is already in the list/)).length).toBeGreaterThan(0);
  });

  it('of one repository have names that differ, and show an issuer other than GitHub', async () => {
    const gitlab = { issuer: 'https://gitlab.com', repository, packages: ['@acme'] };
    open([tide, { ...tide, ref: 'refs/heads/main' }, gitlab]);
    const table = await screen.findByRole('table', { name: 'Trusted builds' });
    const names = within(table)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(new Set(names).size).toBe(6);
    expect(
      within(table)
        .getAllByText(/Issuer/)
        .map(({ textContent }) => textContent),
    ).toEqual(['Issuer: https://gitlab.com']);
    await press(`Remove the builds of ${repository}, https://gitlab.com`);
    expect(screen.getByRole('dialog').textContent).toContain(
      `Remove the builds of ${repository}, https://gitlab.com?`,
    );
  });

  it('are removed together with a key: the second removal lists the plugin that has neither', async () => {
    const build = { issuer, repository, workflow, ref: 'refs/tags/v1', commit: '4f0d' };
    const signature = { keyId: keyIdOf(publicKey), author: 'Acme' };
    const both = { specifier: '@acme/lading-plugin-both', version: '1.0.0', state: 'enabled' };
    open([tide], [{ ...both, facts: { build, signature } }], [acme]);
    await screen.findByText(repository);
    await press('Remove the key of Acme');
    await within(screen.getByRole('dialog')).findByText('No plugin in use depends on it.');
    await press('Remove');
    await press(/^Remove the builds of/);
    await within(screen.getByRole('dialog')).findByText('@acme/lading-plugin-both 1.0.0');
  });

  it('are removed after a confirmation that lists the plugins in use that are affected', async () => {
    const build = { issuer, repository, workflow, ref: 'refs/tags/v1', commit: '4f0d' };
    const signature = { keyId: keyIdOf(publicKey), author: 'Acme' };
    const plugin = { version: '1.0.0', state: 'enabled', facts: { build } };
    const sent = open(
      [tide],
      [
        { ...plugin, specifier: '@acme/lading-plugin-tide' },
        { ...plugin, specifier: '@acme/lading-plugin-both', facts: { build, signature } },
        { ...plugin, specifier: '@other/lading-plugin-ebb' },
        {
          ...plugin,
          specifier: '@acme/lading-plugin-main',
          facts: { build: { ...build, ref: 'refs/heads/x' } },
        },
      ],
      [acme],
    );
    await screen.findByText(repository);
    await press(`Remove the builds of ${repository}, ${workflow}, refs/tags/*`);
    const listed = await within(screen.getByRole('dialog')).findAllByRole('listitem');
    expect(listed.map(({ textContent }) => textContent)).toEqual(['@acme/lading-plugin-tide 1.0.0']);
    await press('Remove');
    await press('Save');
    await waitFor(() => expect(sent()).toMatchObject({ builds: [] }));
  });
});
