import { type FakeCall, fakeShell } from '@lading/contract/testing';
import { ROW_HEIGHT } from '@lading/ui/table';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ArchivePage } from './archive/ArchivePage.tsx';
import plugin from './plugin.ts';
import { openAt } from './testing/openAt.ts';
import { XrayPage } from './xray/XrayPage.tsx';

const categories = plugin.extensions?.searchCategories ?? [];
const of = (id: string) => categories.find((category) => category.id === id)?.requires;

describe('the search categories', () => {
  it('are all except packages, each with its page [srch-01]', () => {
    expect(categories.map(({ label, path }) => [label.text, path])).toEqual([
      ['Artifacts', '/artifactSearchResults'],
      ['Builds', '/builds'],
      ['Release Bundles', '/bundles/source'],
      ['Xray', '/xraySearchResults'],
      ['Archive', '/artifactoryRetention/search'],
      ['Pipelines', '/pipelinesSearchResults'],
    ]);
  });

  it('are gated by services, licenses, and features [srch-10]', () => {
    const shell = fakeShell({ plugin: 'search' });
    const gates = ['releaseBundles', 'xray', 'archive', 'pipelines'].map(of);
    expect(gates).toEqual([
      {
        role: 'anyone',
        services: ['distribution'],
        license: ['EDGE', 'EDGE_TRIAL', 'ENTERPRISE_PLUS', 'ENTERPRISE_PLUS_TRIAL'],
      },
      { role: 'anyone', services: ['xray'], entitlements: ['security_scanning'] },
      { role: 'anyone', features: ['COMMON.COLD_STORAGE'] },
      { role: 'anyone', features: ['COMMON.TOOLBAR_SEARCH'] },
    ]);
    expect(shell.allows(of('archive'))).toBe(false);
    shell.services.there.add('xray');
    expect(shell.allows(of('xray'))).toBe(true);
    shell.withheld.add('security_scanning');
    expect(shell.allows(of('xray'))).toBe(false);
    expect(categories.filter(({ supportsProjects }) => supportsProjects).map(({ id }) => id)).toEqual([
      'artifacts',
    ]);
  });
});

it('search archived packages only with name, type, and repository [srch-07]', async () => {
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
  await userEvent.type(screen.getByRole('combobox', { name: 'Repositories' }), 'npm-local');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(shell.navigation.place.search).toBe('?name=lib&repo=npm-local&pkgType=npm');
  expect(screen.getByText('No archived packages')).toBeTruthy();
  expect(shell.searches.made).toEqual([
    {
      type: 'archive',
      queryString: 'name=lib&repo=npm-local&pkgType=npm',
      searchModel: { name: 'lib', repo: ['npm-local'], pkgType: ['npm'] },
    },
  ]);
});

it('list packages with their scan results', async () => {
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
  expect(screen.getByText('High')).toBeTruthy();
  expect(screen.queryByText(/Only the first/)).toBeNull();
});

it.each([
  [null, true],
  [1001, true],
  [1000, false],
])('show that more than the listed results may match, for a total of %s', async (total_count, said) => {
  openAt('/xraySearchResults', '/xraySearchResults', XrayPage, ({ http }) => {
    http.on('POST /xray/ui/component/paginatedsearch', ({ options }: FakeCall) => ({
      data: Array.from({ length: 100 }, (_, at) => {
        const name = `lib-${options.query?.page_num}-${at}`;
        return {
          ...{
            pkg_name: name,
            pkg_id: `npm://${name}`,
            type: 'package',
            pkg_type: 'npm',
            top_severity: null,
          },
          ...{ num_issues: 0, latest_version: '1.0.0', last_updated: '2024-01-01T00:00:00Z' },
        };
      }),
      total_count,
    }));
  });
  const grid = await screen.findByRole('grid');
  for (let page = 1; page <= 10; page++) {
    await screen.findByText(`lib-${page}-0`);
    fireEvent.scroll(grid, { target: { scrollTop: (page * 100 - 5) * ROW_HEIGHT } });
  }
  expect(await screen.findByText('1,000 packages')).toBeTruthy();
  expect(screen.queryByText(/^Only the first 1,000 packages are listed/) !== null).toBe(said);
});
