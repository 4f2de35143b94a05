import { HttpFailure } from '@lading/contract';
import type { ArtifactPage } from '@lading/contract/rest';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { ArtifactsPage } from './ArtifactsPage.tsx';

const CALL = 'GET /ui/api/v1/search/artifacts';
const found: ArtifactPage = {
  results: [
    {
      repo: 'libs-local',
      path: 'org/acme/lib 1.0.jar',
      name: 'lib 1.0.jar',
      size: 2048,
      sha256: 'a'.repeat(64),
      created: '2024-01-01T00:00:00Z',
      modified: '2024-02-01T00:00:00Z',
      packageType: 'maven',
      package: { id: 'gav://org.acme:lib', name: 'org.acme:lib', version: '1.0' },
      entry: 'org/acme/Logger.class',
    },
  ],
  next: null,
  total: 1,
  capped: false,
};
const nothing: ArtifactPage = { results: [], next: null, total: 0, capped: false };

function open(search: string, answer: unknown, archiveIndexing = true): FakeShell {
  return openAt(`/artifactSearchResults${search}`, '/artifactSearchResults', ArtifactsPage, ({ http }) => {
    http.on(CALL, answer);
    http.on('GET /ui/api/v1/search/abilities', { archiveIndexing });
    http.on('GET /artifactory/api/repositories', [{ key: 'libs-local' }, { key: 'apps-local' }]);
    http.on('POST /ui/api/v1/ui/v1/native/facets', { licenses: [{ value: 'MIT', count: 2 }] });
  });
}
const asked = (shell: FakeShell) =>
  shell.http.calls
    .filter(({ path }) => path === '/ui/api/v1/search/artifacts')
    .map(({ options }) => options.query);

describe('artifact search results', () => {
  it('link to the tree and to packages, and can be exported', async () => {
    open('?name=lib&repo=libs-local', found);
    const link = await screen.findByRole('link', { name: 'lib 1.0.jar' });
    expect(link.getAttribute('href')).toBe('/ui/repos/tree/General/libs-local/org/acme/lib%201.0.jar');
    const of = screen.getByRole('link', { name: 'org.acme:lib 1.0' });
    expect(of.getAttribute('href')).toBe('/ui/packages/gav%3A%2F%2Forg.acme%3Alib/1.0');
    const csv = screen.getByRole('link', { name: 'Download list as CSV' });
    expect(csv.getAttribute('href')).toBe(
      '/ui/api/v1/search/artifacts/export?format=csv&searchType=quick&name=lib&repo=libs-local&sort_by=name&sort_type=asc',
    );
    expect(screen.getByRole('button', { name: /Copy path of/ })).toBeTruthy();
  });

  it('match the filters, including a checksum combined with a name [srch-02]', async () => {
    const sum = 'b'.repeat(40);
    const shell = open(`?name=lib&checksum=${sum}`, found);
    expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeTruthy();
    const field = screen.getByRole('textbox', { name: 'Checksum' });
    expect(field).toHaveProperty('value', sum);
    await userEvent.clear(field);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(shell.navigation.place.search).toBe('?name=lib');
  });

  it('match full paths inside archives when the query has wildcards, with a notice [srch-08]', async () => {
    open('?searchType=archive&name=Main', found);
    const field = await screen.findByRole('textbox', { name: 'File in the archive or image' });
    const help = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toContain('the full path: */Main.class');
  });

  it('load 100 at a time [srch-11]', async () => {
    const shell = open('?name=lib', found);
    await screen.findByRole('link', { name: 'lib 1.0.jar' });
    expect(asked(shell)[0]).toMatchObject({ limit: 100, name: ['lib'] });
  });

  it('show when the search was incomplete', async () => {
    open('?name=lib', { ...found, capped: true });
    expect(await screen.findByText(/the results are incomplete/)).toBeTruthy();
  });

  it('are sorted by the URL', async () => {
    const shell = open('?name=lib', found);
    await userEvent.click(await screen.findByRole('button', { name: /Modified/ }));
    await waitFor(() => expect(shell.navigation.place.search).toContain('sort_by=modified'));
    expect(asked(shell).at(-1)).toMatchObject({ sort_by: 'modified' });
  });

  it.each([
    ['Size', 'size'],
    ['Repository', 'repo'],
    ['Path', 'path'],
  ])('are sorted by %s', async (title, key) => {
    const shell = open('?name=lib', found);
    await userEvent.click(await screen.findByRole('button', { name: title }));
    await waitFor(() => expect(asked(shell).at(-1)).toMatchObject({ sort_by: key }));
  });

  it('show images by image name and layer', async () => {
    const [first] = found.results;
    const digest = `sha256:0123456789ab${'c'.repeat(52)}`;
    const layer = { ...first, name: 'sha256__0123', partOf: { name: 'team/app', digest } };
    open('?searchType=archive&name=lamp', { ...found, results: [layer] });
    const link = await screen.findByRole('link', { name: 'team/app, layer 0123456789ab' });
    expect(link.getAttribute('href')).toContain('/repos/tree/General/libs-local/');
  });

  it('suggest changes to the filters when they are empty', async () => {
    const shell = open('?name=lib&path=org', nothing);
    await screen.findByText('No artifacts found');
    expect(screen.getByRole('link', { name: 'Search packages' }).getAttribute('href')).toBe(
      '/ui/packages?name=lib',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Search by name only' }));
    expect(shell.navigation.place.search).toBe('?name=lib');
  });

  it('show why loading failed, with a retry button', async () => {
    let fails = true;
    open('?name=lib', () => {
      if (fails) throw new Error('The harbour is closed');
      return found;
    });
    await screen.findByText(/The harbour is closed/);
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }));
    expect(await screen.findByRole('link', { name: 'lib 1.0.jar' })).toBeTruthy();
  });
});

describe('an artifact search', () => {
  it('starts only with input, and is then part of the URL [srch-07]', async () => {
    const shell = open('', found);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Search' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('Enter a name, or set a filter.')).toBeTruthy();
    expect(asked(shell)).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'lib{Enter}');
    expect(shell.navigation.place.search).toBe('?name=lib');
    await screen.findByRole('link', { name: 'lib 1.0.jar' });
  });

  it('keeps only the name when the search type changes [srch-09]', async () => {
    const shell = open('?name=lib&path=org&repo=libs-local', found);
    await screen.findByRole('option', { name: 'Archive and image content' });
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Search by' }),
      'Archive and image content',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(shell.navigation.place.search).toBe('?searchType=archive&name=lib');
    expect(await screen.findByText('org/acme/Logger.class')).toBeTruthy();
  });

  it('falls back to Quick when archive indexing is off [srch-09]', async () => {
    const shell = open('?name=lib&searchType=archive', found, false);
    await screen.findByRole('link', { name: 'lib 1.0.jar' });
    expect(screen.queryByRole('option', { name: 'Archive and image content' })).toBeNull();
    expect(asked(shell)[0]).toMatchObject({ searchType: ['quick'] });
  });

  it('uses all filters of the panel [srch-02]', async () => {
    const shell = open('?name=lib', ({ options }: FakeCall) => (options.query ? found : nothing));
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Path' }), 'org');
    await userEvent.type(screen.getByRole('combobox', { name: 'Repositories' }), 'a, b');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Package type' }), 'maven');
    await userEvent.type(screen.getByRole('textbox', { name: 'Properties' }), 'qa=passed{Enter}signed');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(shell.navigation.place.search).toBe(
      '?name=lib&path=org&repo=a&repo=b&pkgType=maven&properties=qa%3Dpassed&properties=signed',
    );
  });

  it('can filter by properties of the version that a file belongs to [srch-02]', async () => {
    const shell = open('', found);
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    const type = (name: string, typed: string) =>
      userEvent.type(screen.getByRole('textbox', { name }), typed);
    await type('Package', 'left-pad');
    await type('Version', '1.*');
    await userEvent.type(screen.getByRole('combobox', { name: 'Licenses' }), 'mi{ArrowDown}{Enter}ISC');
    await type('Branch', 'main');
    expect(screen.queryByRole('textbox', { name: 'CVE' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(new URLSearchParams(shell.navigation.place.search).toString()).toBe(
      'pkg=left-pad&version=1.*&branch=main&licenses=MIT&licenses=ISC',
    );
    expect(asked(shell).at(-1)).toMatchObject({ licenses: ['MIT', 'ISC'], branch: ['main'] });
  });

  it('selects repositories from all of them, and keeps what was typed [srch-02]', async () => {
    const shell = open('?name=lib&repo=old', nothing);
    const field = await screen.findByRole('combobox', { name: 'Repositories' });
    await userEvent.click(field);
    expect((await screen.findAllByRole('option', { name: /-local$/ })).map((one) => one.textContent)).toEqual(
      ['apps-local', 'libs-local'],
    );
    await userEvent.click(screen.getByRole('option', { name: 'libs-local' }));
    // Spelled like the repository; one that is unknown is kept as it is.
    await userEvent.type(field, 'APPS-local,hidden');
    await userEvent.click(screen.getByRole('button', { name: 'Remove old' }));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(shell.navigation.place.search).toBe('?name=lib&repo=libs-local&repo=apps-local&repo=hidden');
  });

  it('says why repositories cannot be listed, and accepts typed ones', async () => {
    const path = '/artifactSearchResults';
    const shell = openAt(`${path}?name=lib`, path, ArtifactsPage, ({ http }) => {
      http.on(CALL, found).on('GET /ui/api/v1/search/abilities', { archiveIndexing: true });
      http.on('GET /artifactory/api/repositories', () => {
        throw new HttpFailure(503, 'The database does not answer');
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    const field = screen.getByRole('combobox', { name: 'Repositories' });
    await userEvent.click(field);
    expect(await screen.findByText('Failed to load the options: The database does not answer')).toBeTruthy();
    await userEvent.type(field, 'mine{Enter}{Enter}');
    expect(shell.navigation.place.search).toBe('?name=lib&repo=mine');
  });

  it('can filter by vulnerabilities when scanning is on [srch-02]', async () => {
    const shell = openAt(
      '/artifactSearchResults',
      '/artifactSearchResults',
      ArtifactsPage,
      ({ http, services, license }) => {
        http.on(CALL, found);
        http.on('GET /ui/api/v1/search/abilities', { archiveIndexing: true });
        services.there.add('xray');
        license.type = 'ENTERPRISE';
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'CVE' }), 'CVE-2021-44228');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Critical' }));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(shell.navigation.place.search).toBe('?cve=CVE-2021-44228&severities=critical');
  });

  it('is offered again in the header, with all of its filters [srch-05]', async () => {
    const shell = open('?name=lib&sort_by=size', found);
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Properties' }), 'qa=passed');
    expect(shell.searches.made).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(shell.searches.made).toEqual([
      {
        type: 'artifacts',
        queryString: 'name=lib&properties=qa%3Dpassed',
        searchModel: { name: 'lib', properties: ['qa=passed'] },
      },
    ]);
  });

  it('by checksum is offered again in the header too [srch-05]', async () => {
    const shell = open('?searchType=checksum', found);
    const checksum = 'd41d8cd98f00b204e9800998ecf8427e';
    await userEvent.type(await screen.findByRole('textbox', { name: /MD5/ }), `${checksum}{Enter}`);
    expect(shell.searches.made).toEqual([
      {
        type: 'artifacts',
        queryString: `searchType=checksum&checksum=${checksum}`,
        searchModel: { searchType: 'checksum', checksum },
      },
    ]);
  });

  it('can be cleared, and then sends no request [srch-09]', async () => {
    const shell = open('?name=lib&path=org', found);
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(shell.navigation.place.search).toBe('');
  });

  it('has an empty properties field after it is cleared [srch-09]', async () => {
    open('', found);
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Properties' });
    await userEvent.type(field, 'qa=passed{Enter}');
    expect(field.value).toBe('qa=passed\n');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole('textbox', { name: 'Properties' })).toHaveProperty('value', '');
  });

  it('rejects an invalid checksum [srch-07]', async () => {
    open('?searchType=checksum', found);
    await userEvent.type(await screen.findByRole('textbox', { name: /MD5/ }), 'xyz');
    expect(screen.getByText(/Expected 32/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search' }).disabled).toBe(true);
  });
});
