import { fakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ArchivePage } from './archive/ArchivePage.tsx';
import plugin from './plugin.ts';
import { openAt } from './testing/openAt.tsx';
import { XrayPage } from './xray/XrayPage.tsx';

const categories = plugin.extensions?.searchCategories ?? [];
const of = (id: string) => categories.find((category) => category.id === id)?.requires;

describe('the categories', () => {
  it('are those besides packages, each with its page [srch-01]', () => {
    expect(categories.map(({ label, path }) => [label.text, path])).toEqual([
      ['Artifacts', '/artifactSearchResults'],
      ['Builds', '/builds'],
      ['Release Bundles', '/bundles/source'],
      ['Xray', '/xraySearchResults'],
      ['Archive', '/artifactoryRetention/search'],
      ['Pipelines', '/pipelinesSearchResults'],
    ]);
  });

  it('are gated by services, licences and features [srch-10]', () => {
    const shell = fakeShell({ plugin: 'search' });
    const gates = ['releaseBundles', 'xray', 'archive', 'pipelines'].map(of);
    expect(gates).toEqual([
      {
        services: ['distribution'],
        licence: ['EDGE', 'EDGE_TRIAL', 'ENTERPRISE_PLUS', 'ENTERPRISE_PLUS_TRIAL'],
      },
      { services: ['xray'], licence: true },
      { features: ['COMMON.COLD_STORAGE'] },
      { features: ['COMMON.TOOLBAR_SEARCH'] },
    ]);
    expect(shell.allows(of('archive'))).toBe(false);
    expect(categories.filter(({ supportsProjects }) => supportsProjects).map(({ id }) => id)).toEqual([
      'artifacts',
    ]);
  });
});

it('searches what is archived by package only with name, type and repository [srch-07]', async () => {
  const shell = openAt(
    '/artifactoryRetention/search?name=lib',
    '/artifactoryRetention/search',
    ArchivePage,
    () => {},
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Search' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText(/Missing: the type, a repository\./)).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Package type' }), 'npm');
  await userEvent.type(screen.getByRole('textbox', { name: /^Repositories/ }), 'npm-local');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(shell.navigation.place.search).toBe('?name=lib&repo=npm-local&pkgType=npm');
  expect(screen.getByText('Nothing has been archived')).toBeTruthy();
});

it('lists what scanning knows of packages', async () => {
  openAt('/xraySearchResults?name=lib', '/xraySearchResults', XrayPage, ({ http }) => {
    http.on('POST /xray/ui/component/paginatedsearch', {
      data: [
        {
          pkg_name: 'lib',
          pkg_id: 'npm://lib',
          type: 'package',
          pkg_type: 'npm',
          top_severity: 'high',
          num_issues: 3,
          latest_version: '1.0.0',
          last_updated: '2024-01-01T00:00:00Z',
        },
      ],
      total_count: 1,
    });
  });
  const link = await screen.findByRole('link', { name: 'lib' });
  expect(link.getAttribute('href')).toBe('/ui/packages/npm%3A%2F%2Flib');
  expect(screen.getByText('high')).toBeTruthy();
});
