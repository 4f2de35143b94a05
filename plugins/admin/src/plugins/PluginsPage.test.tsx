import { HttpFailure } from '@lading/contract';
import type { ManagedPlugin, PluginPlan, PluginRelease, PluginsOverview } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PLUGINS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PluginsPage } from './PluginsPage.tsx';

const CALL = '/ui/api/v1/lading/plugins';
const TIDE = 'lading-plugin-tide';

const tide = (more: Partial<ManagedPlugin> = {}): ManagedPlugin => ({
  ...{ specifier: TIDE, name: 'tide', state: 'available', source: 'none', version: '' },
  ...{ pinned: false, required: false },
  versions: ['2.0.0', '1.0.0'].map((version) => ({
    ...{ version, repository: 'plugins-local', published: '2026-01-31T03:00:00Z', publishedBy: 'rosa' },
  })),
  facts: {
    ...{ version: '2.0.0', description: 'Shows the tide', contract: '1.x', bytes: 2048, paths: ['/tide'] },
    contributions: [
      { kind: 'routes', count: 1 },
      { kind: 'backends', count: 2 },
      { kind: 'constructor', count: 3 },
    ],
    dependencies: [{ specifier: 'lading-plugin-moon', range: '^1.0.0', fulfilled: false }],
  },
  ...more,
});
const release = (number: number, state: PluginRelease['state']): PluginRelease => ({
  ...{
    number,
    state,
    created: '2026-01-31T03:00:00Z',
    createdBy: 'rosa',
    note: `note ${number}`,
    plugins: 1,
  },
});
const overview = (more: Partial<PluginsOverview> = {}): PluginsOverview => ({
  file: { path: '/srv/lading/importmap.json', present: false },
  repositories: ['plugins-local'],
  plugins: [tide()],
  ...more,
});
const plan = (more: Partial<PluginPlan> = {}): PluginPlan => ({
  differences: [{ specifier: TIDE, after: { version: '2.0.0', enabled: true, pinned: false } }],
  conflicts: [],
  warnings: [],
  ...more,
});

const open = (prepare: (shell: FakeShell) => void = () => {}, at = PLUGINS) =>
  openAt(at, PLUGINS, PluginsPage, (shell) => {
    shell.http.on(`GET ${CALL}`, overview());
    shell.http.on(`GET ${CALL}/releases`, { releases: [], activations: [] });
    shell.http.on(`POST ${CALL}/plan`, plan());
    prepare(shell);
  });
const sent = ({ http }: FakeShell, path: string) =>
  http.calls
    .filter((call) => call.method === 'POST' && call.path === `${CALL}${path}`)
    .map(({ options }) => options.body);

describe('the list of plugins', () => {
  it('is requested once, with the history of releases', async () => {
    const { http } = open();
    await screen.findByText(TIDE);
    const paths = http.calls.filter(({ path }) => path.startsWith(CALL)).map(({ path }) => path);
    expect(paths.sort()).toEqual([CALL, `${CALL}/releases`]);
  });

  it('shows version, state, size, contributions, and the next step', async () => {
    open();
    const row = (await screen.findByText(TIDE)).closest('[role=row]') as HTMLElement;
    for (const shown of ['Available', '2.0.0', '2 KiB', '1 page, 2 backends, constructor 3', 'Install'])
      expect(row.textContent).toContain(shown);
    expect(screen.getByText('None. All plugins are those that come with the console.')).toBeTruthy();
  });

  it('shows which plugins are untrusted', async () => {
    const installed = tide({ state: 'enabled', source: 'release', version: '2.0.0', untrusted: true });
    open(({ http }) => http.on(`GET ${CALL}`, overview({ plugins: [installed] })));
    const row = (await screen.findByText(TIDE)).closest('[role=row]') as HTMLElement;
    expect(row.textContent).toContain('2.0.0 Untrusted');
  });

  it.each<[string, NonNullable<ManagedPlugin['facts']>['signature'], string]>([
    ['its author', { keyId: 'a1', author: 'Acme' }, 'Acme'],
    [
      'why its signature is not trusted',
      { keyId: 'a1', problem: 'The key is unknown' },
      'The key is unknown',
    ],
    ['that it is not signed', undefined, 'Not signed'],
  ])('shows of a plugin %s', async (_what, signature, shown) => {
    const { facts, ...more } = tide();
    const known = facts && { ...facts, ...(signature ? { signature } : {}) };
    open(({ http }) =>
      http.on(`GET ${CALL}`, overview({ plugins: [{ ...more, ...(known ? { facts: known } : {}) }] })),
    );
    await userEvent.click(await screen.findByText(TIDE));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Signed by').nextElementSibling?.textContent).toBe(shown);
  });

  it('shows the sizes of an upgrade, and who signed the version to install', async () => {
    const side = { enabled: true, pinned: false };
    const difference = {
      ...{ specifier: TIDE, before: { ...side, version: '1.0.0' }, after: { ...side, version: '2.0.0' } },
      ...{ bytes: { before: 2048, after: 4096 }, signature: { keyId: 'a1', author: 'Acme' } },
    };
    open(({ http }) => http.on(`POST ${CALL}/plan`, plan({ differences: [difference] })));
    await userEvent.click(await screen.findByRole('button', { name: `Install ${TIDE}` }));
    expect((await screen.findByText(/^Size: 2 KiB → 4 KiB/)).textContent).toContain('Signed by Acme');
  });

  it.each<[string, object, string]>([
    ['which build made', {}, 'Built by https://x.org/acme/tide, ci.yml, refs/tags/v2, commit 4f0d1c2b3a49'],
    ['why the build is not trusted that made', { problem: 'It is not listed' }, 'It is not listed'],
  ])('shows %s the version to install, and the one in use', async (_what, more, shown) => {
    const build = {
      ...{ repository: 'https://x.org/acme/tide', workflow: 'ci.yml', ref: 'refs/tags/v2' },
      ...{ commit: '4f0d1c2b3a4958677685940312f0e1d2c3b4a596', issuer: 'https://x.org', ...more },
    };
    const side = { enabled: true, pinned: false, version: '2.0.0' };
    const difference = { specifier: TIDE, after: side, bytes: { after: 4096 }, build };
    const { facts, ...plugin } = tide();
    open(({ http }) => {
      http.on(
        `GET ${CALL}`,
        overview({ plugins: [{ ...plugin, ...(facts ? { facts: { ...facts, build } } : {}) }] }),
      );
      http.on(`POST ${CALL}/plan`, plan({ differences: [difference] }));
    });
    await userEvent.click(await screen.findByText(TIDE));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Build').nextElementSibling?.textContent).toContain(shown);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: `Install ${TIDE}` }));
    const planned = await screen.findByText(/^Size: 4 KiB/);
    expect(planned.textContent).toContain(shown);
    expect(planned.textContent).not.toContain('Not signed');
  });

  it('shows what an installation changes before it activates the set [mfe-01]', async () => {
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/releases`, { release: release(1, 'active') });
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: `Install ${TIDE}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/not installed → 2\.0\.0/);
    const changes = [{ specifier: TIDE, action: 'install', version: '2.0.0', repository: 'plugins-local' }];
    expect(sent(shell, '/plan')).toEqual([{ changes }]);
    await user.type(dialog.getByLabelText(/^Note/), 'for Monday');
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(shell, '/releases')).toEqual([
      { changes, note: 'for Monday', activate: true, basedOn: null },
    ]);
  });

  it('activates a canary for groups and a share of users', async () => {
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/releases`, { release: release(1, 'canary') });
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: `Install ${TIDE}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(await dialog.findByLabelText('Activate for'), 'canary');
    await user.type(dialog.getByLabelText(/^Groups/), 'testers, readers');
    const share = dialog.getByLabelText(/^Share of users/);
    await user.clear(share);
    await user.type(share, '101');
    expect(dialog.getByText('Enter a whole number from 0 to 100')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Activate' })).toHaveProperty('disabled', true);
    await user.clear(share);
    await user.type(share, '5');
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(sent(shell, '/releases')).toHaveLength(1));
    expect(sent(shell, '/releases')[0]).toMatchObject({
      activate: false,
      canary: { groups: ['testers', 'readers'], percent: 5 },
    });
  });

  it('revokes a version with a reason, and restores it [mfe-05]', async () => {
    const revoked = tide({
      versions: tide().versions.map((one) => ({ ...one, revoked: 'sends data away' })),
    });
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/revocations`, () => {
        http.on(`GET ${CALL}`, overview({ plugins: [revoked] }));
        return {};
      });
      http.on(`DELETE ${CALL}/revocations`, undefined);
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: TIDE }));
    await user.selectOptions(await screen.findByLabelText('Version to install'), '1.0.0');
    await user.click(screen.getByRole('button', { name: 'Revoke 1.0.0' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Revoke ${TIDE} 1.0.0?` }));
    const confirm = dialog.getByRole('button', { name: 'Revoke 1.0.0' });
    expect(confirm).toHaveProperty('disabled', true);
    await user.type(dialog.getByLabelText(/^Reason/), 'sends data away');
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(shell, '/revocations')).toEqual([
      { specifier: TIDE, version: '1.0.0', reason: 'sends data away' },
    ]);
    // Nothing is left to install.
    await waitFor(() => expect(screen.queryByRole('button', { name: `Install ${TIDE}` })).toBeNull());
    await user.click(screen.getByRole('button', { name: TIDE }));
    expect(await screen.findByText('2.0.0 is revoked: sends data away')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore 2.0.0' }));
    const restoring = await screen.findByRole('dialog', { name: `Restore ${TIDE} 2.0.0?` });
    await user.click(within(restoring).getByRole('button', { name: 'Restore 2.0.0' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shell.http.calls.find(({ method }) => method === 'DELETE')?.options.query).toEqual({
      ...{ specifier: TIDE, version: '2.0.0' },
    });
  });

  it('does not offer to activate a set with conflicts, and names them', async () => {
    open(({ http }) => {
      const message = `${TIDE} and lading-plugin-ebb both have the route /tide. Disable one of them`;
      http.on(`POST ${CALL}/plan`, plan({ conflicts: [{ specifier: TIDE, code: 'route', message }] }));
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: `Install ${TIDE}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/both have the route \/tide/);
    expect(dialog.getByRole('button', { name: 'Activate' })).toHaveProperty('disabled', true);
  });

  it('has the details of a plugin and all actions on it', async () => {
    const shell = open(({ http }) => {
      const installed = tide({ state: 'enabled', source: 'release', version: '1.0.0', upgrade: '2.0.0' });
      installed.facts?.contributions.push({ kind: 'settings', count: 2 });
      http.on(`GET ${CALL}`, overview({ plugins: [installed], active: release(1, 'active') }));
    });
    const user = userEvent.setup();
    await screen.findByRole('button', { name: `Upgrade ${TIDE}` });
    await user.click(await screen.findByRole('button', { name: TIDE }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const shown of ['rosa', '1.x', '/tide', 'lading-plugin-moon ^1.0.0 (not available)'])
      expect(dialog.getByText(shown)).toBeTruthy();
    for (const name of ['Disable', 'Pin', 'Remove', 'Install']) dialog.getByRole('button', { name });
    const settings = dialog.getByRole('link', { name: 'Settings' });
    expect(settings.getAttribute('href')).toBe('/ui/admin/configuration/plugins/settings/tide');
    await user.click(dialog.getByRole('button', { name: 'Pin' }));
    await waitFor(() =>
      expect(sent(shell, '/plan')).toEqual([{ changes: [{ specifier: TIDE, action: 'pin' }] }]),
    );
  });

  it('shows a failure with its cause and Retry', async () => {
    open(({ http }) => {
      http.on(`GET ${CALL}`, () => {
        throw new HttpFailure(500, 'the disk is full');
      });
    });
    await screen.findByText(/the disk is full/);
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('release sets', () => {
  const prepare = ({ http }: FakeShell) => {
    http.on(`GET ${CALL}`, overview({ active: release(2, 'active') }));
    http.on(`GET ${CALL}/releases`, {
      releases: [release(2, 'active'), release(1, 'former')],
      activations: [{ time: '2026-01-31T03:00:00Z', by: 'rosa', action: 'activate', number: 2, previous: 1 }],
      rollBackTo: 1,
    });
    http.on(`POST ${CALL}/rollback`, undefined);
    http.on(`POST ${CALL}/releases/1/activate`, undefined);
    const details = { entries: [], keyId: 'k' };
    const differences = [
      {
        specifier: TIDE,
        before: { version: '1.0.0', enabled: true, pinned: false },
        after: { version: '2.0.0', enabled: true, pinned: true },
      },
    ];
    for (const number of [1, 2])
      http.on(`GET ${CALL}/releases/${number}`, {
        ...details,
        release: release(number, 'former'),
        differences,
      });
  };

  it('are rolled back after the page showed exactly what changes', async () => {
    const shell = open(prepare);
    const user = userEvent.setup();
    const button = await screen.findByRole('button', { name: 'Roll back' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/2\.0\.0, pinned → 1\.0\.0/);
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(sent(shell, '/rollback')).toEqual([{ from: 2 }]));
  });

  it('are listed with their state and history, compared, and activated', async () => {
    const shell = open(prepare, `${PLUGINS}?tab=releases`);
    const user = userEvent.setup();
    await screen.findByText('note 1');
    expect(screen.getByText(/Activated release set 2/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show release set 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/1\.0\.0 → 2\.0\.0, pinned/);
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(sent(shell, '/releases/1/activate')).toEqual([{}]));
  });
});
