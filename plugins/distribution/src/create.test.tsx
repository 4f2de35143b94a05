import { HttpFailure } from '@lading/contract';
import type { GraphQLRequest } from '@lading/contract/rest';
import { type FakeCall, type FakeShell, fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CreateDialog } from './create/CreateDialog.tsx';

const CREATE = 'POST /lifecycle/api/v2/release_bundle';
const PREVIEW = 'POST /ui/api/v1/ui/releaseBundles/preview';
const PACKAGES = [
  { id: 'npm://left-pad', name: 'left-pad', packageType: 'npm' },
  { id: 'gav://org.acme:core', name: 'org.acme:core', packageType: 'maven' },
];
const VERSIONS = [
  { name: '1.1', repos: [{ name: 'npm-local' }, { name: 'npm-prod' }] },
  { name: '1.0', repos: [{ name: 'npm-local' }] },
];

function filterOf({ options }: FakeCall): { name?: string } {
  const { filter } = (options.body as GraphQLRequest).graphQL.variables as { filter: { name?: string } };
  return filter;
}
const edges = (nodes: readonly object[]) => ({ edges: nodes.map((node) => ({ node })) });

function openDialog(prepare: (shell: FakeShell) => void = () => {}) {
  const shell = fakeShell({ plugin: 'distribution' });
  const created: string[] = [];
  shell.http
    .on(CREATE, {})
    .on('POST /ui/api/v1/mds/packages', (call: FakeCall) => {
      const { name = '*' } = filterOf(call);
      const found = PACKAGES.filter((each) => each.name.includes(name.replaceAll('*', '')));
      return { data: { packages: edges(found) } };
    })
    .on('POST /ui/api/v1/mds/versions', { data: { versions: edges(VERSIONS) } });
  prepare(shell);
  renderInShell(
    shell,
    <CreateDialog onCancel={() => {}} onCreated={(name, version) => created.push(`${name} ${version}`)} />,
  );
  return { shell, created };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const from = (source: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Create from' }), source);
async function nameIt() {
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'app');
  await userEvent.type(screen.getByRole('textbox', { name: /^Version/ }), '1.0');
}
async function pick(typed: string, option: string, version: string) {
  await userEvent.type(screen.getByRole('combobox', { name: 'Package' }), typed);
  await userEvent.click(await screen.findByRole('option', { name: option }));
  await userEvent.click(await screen.findByRole('combobox', { name: /^Version of/ }));
  await userEvent.click(await screen.findByRole('option', { name: version }));
}
const body = (shell: FakeShell, path: string) =>
  shell.http.calls.filter((call) => `${call.method} ${call.path}` === path).at(-1)?.options.body;

describe('package versions', () => {
  it('are searched as the user types, added, and removed', async () => {
    const { shell, created } = openDialog();
    await nameIt();
    await from('packages');
    await pick('left', 'left-pad (npm)', '1.1 in npm-prod');
    const search = shell.http.calls.find((call) => call.path.endsWith('/packages') && filterOf(call).name);
    expect(search && filterOf(search)).toEqual({ name: '*left*' });
    await pick('core', 'org.acme:core (maven)', '1.0 in npm-local');
    await pick('left', 'left-pad (npm)', '1.0 in npm-local');
    const list = within(screen.getByRole('list', { name: 'Selected packages' }));
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(button('Remove maven://org.acme:core 1.0'));
    await userEvent.click(button('Create'));
    const pack = (package_version: string, repository_key: string) => ({
      ...{ package_type: 'npm', package_name: 'left-pad', package_version, repository_key },
    });
    expect(body(shell, CREATE)).toEqual({
      ...{ release_bundle_name: 'app', release_bundle_version: '1.0', source_type: 'packages' },
      source: { packages: [pack('1.1', 'npm-prod'), pack('1.0', 'npm-local')] },
    });
    expect(created).toEqual(['app 1.0']);
  });

  it('are added by keyboard, each once', async () => {
    openDialog();
    await from('packages');
    for (const _time of [1, 2]) {
      await userEvent.type(screen.getByRole('combobox', { name: 'Package' }), 'left');
      await screen.findByRole('option', { name: 'left-pad (npm)' });
      await userEvent.keyboard('{Enter}');
      const field = await screen.findByRole('combobox', { name: 'Version of left-pad' });
      expect(document.activeElement).toBe(field);
      await userEvent.keyboard('{ArrowDown}');
      await screen.findByRole('option', { name: '1.1 in npm-local' });
      await userEvent.keyboard('{Enter}');
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Package' }));
    }
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('are required', async () => {
    openDialog();
    await nameIt();
    await from('packages');
    await userEvent.click(button('Create'));
    expect((await screen.findAllByText('This field is required')).length).toBeGreaterThan(0);
  });

  it('are not shown as missing if the search fails', async () => {
    openDialog(({ http }) =>
      http.on('POST /ui/api/v1/mds/packages', () => {
        throw new HttpFailure(503, 'The database is not responding');
      }),
    );
    await from('packages');
    await userEvent.type(screen.getByRole('combobox', { name: 'Package' }), 'left');
    expect(
      await screen.findByText('Failed to search for packages: The database is not responding'),
    ).toBeTruthy();
  });
});

it.each(['artifacts', 'builds', 'packages', 'aql', 'release_bundles'])('offers %s as a source', (source) => {
  openDialog();
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Create from' });
  expect([...field.options].map(({ value }) => value)).toContain(source);
});

describe('the preview', () => {
  const lines = [{ path: 'libs/app.bin', size: 7 }];

  it('lists the exact content, until the source changes', async () => {
    const { shell } = openDialog(({ http }) => http.on(PREVIEW, { artifacts: 1200, bytes: 2048, lines }));
    await from('aql');
    expect(button('Preview content').disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: /AQL query/ }), 'items.find()');
    await userEvent.click(button('Preview content'));
    expect(await screen.findByText(/will contain 1,200 artifacts \(2 KiB\)/)).toBeTruthy();
    expect(screen.getByText('libs/app.bin')).toBeTruthy();
    expect(screen.getByText('Only the first 1 are listed.')).toBeTruthy();
    expect(body(shell, PREVIEW)).toEqual({ sources: [{ source_type: 'aql', aql: 'items.find()' }] });
    await userEvent.type(screen.getByRole('textbox', { name: /AQL query/ }), ' ');
    expect(screen.queryByText('libs/app.bin')).toBeNull();
  });

  it('shows why the content is unavailable', async () => {
    openDialog(({ http }) =>
      http.on(PREVIEW, () => {
        throw new HttpFailure(404, 'Artifact libs/a not found');
      }),
    );
    await userEvent.type(screen.getByRole('textbox', { name: /Artifact paths/ }), 'libs/a');
    await userEvent.click(button('Preview content'));
    expect(await screen.findByText('Failed to preview the content: Artifact libs/a not found')).toBeTruthy();
  });
});
