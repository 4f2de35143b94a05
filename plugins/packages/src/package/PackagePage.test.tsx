import { HttpFailure, type Message } from '@lading/contract';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { onPhone } from '../testing/onPhone.ts';
import { openAt } from '../testing/openAt.ts';
import { noDownloads, onOnePage, sampleAbout, samplePackage, sampleVersion } from '../testing/samples.ts';
import { PackagePage } from './PackagePage.tsx';
import { PackageStore } from './PackageStore.ts';

interface AskedVersions {
  readonly graphQL: {
    readonly variables: {
      readonly filter: { readonly name?: unknown };
      readonly orderBy: { readonly direction: 'ASC' | 'DESC' };
    };
  };
}

const versions = [
  sampleVersion(),
  sampleVersion({ id: 'v2', name: '1.2.0', tags: [], deprecated: 'Pads on the wrong side' }),
];

function open(prepare: (shell: FakeShell) => void = () => {}) {
  return openAt('/packages/npm%3A%2F%2Fleft-pad', '/packages/:packageId', PackagePage, (shell) => {
    shell.http.on('POST /ui/api/v1/mds/package', { data: { package: samplePackage() } });
    shell.http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage(versions) } });
    shell.http.on('GET /ui/api/v1/ui/v1/native/about', sampleAbout());
    shell.http.on('GET /ui/api/v1/ui/stars/package', { starred: false, followers: 4 });
    shell.http.on('GET /ui/api/v1/ui/v1/native/downloads', noDownloads);
    shell.http.on('GET /ui/api/v1/ui/v1/native/downloads/versions', { ...noDownloads, versions: [] });
    prepare(shell);
  });
}

/** The queries of the list: the newest version is loaded separately. */
function asked(shell: FakeShell, call: string) {
  const calls = shell.http.calls.filter(({ path }) => path === `/ui/api/v1/mds/${call}`);
  return calls
    .map(({ options }) => (options.body as { graphQL: { variables: { first?: number } } }).graphQL.variables)
    .filter(({ first }) => first !== 1);
}

describe('the page of a package', () => {
  it('shows its metadata and its versions, newest first [pkg-01] [pkg-02] [pkg-03]', async () => {
    const shell = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'left-pad' })).toBeTruthy();
    const about = screen.getByRole('complementary', { name: 'About' });
    for (const text of ['MIT', '1,234', 'string', 'Xray is unavailable']) {
      expect(about.textContent).toContain(text);
    }
    const link = await screen.findByRole('link', { name: '1.3.0' });
    expect(link.getAttribute('href')).toBe('/ui/packages/npm%3A%2F%2Fleft-pad/1.3.0');
    expect(link.closest('[role=row]')?.textContent).toContain('latest');
    expect(screen.getByText('Deprecated').getAttribute('title')).toBe('Pads on the wrong side');
    expect(asked(shell, 'package')).toEqual([{ id: 'npm://left-pad' }]);
    expect(asked(shell, 'versions')).toEqual([
      {
        filter: { packageId: 'npm://left-pad' },
        first: 100,
        orderBy: { field: 'NAME_SEMVER', direction: 'DESC' },
      },
    ]);
  });

  it('does not claim that a package without license metadata has none [pkg-02]', async () => {
    open(({ http }) =>
      http.on('POST /ui/api/v1/mds/package', { data: { package: { ...samplePackage(), licenses: [] } } }),
    );
    const about = await screen.findByRole('complementary', { name: 'About' });
    expect(about.textContent).toContain('LicensesNot specified');
  });

  it('stars the package, and removes the star [pkg-02]', async () => {
    const star = { starred: false, followers: 4 };
    open(({ http }) => {
      http.on('GET /ui/api/v1/ui/stars/package', () => ({ ...star }));
      http.on('PUT /ui/api/v1/ui/stars/package', () => Object.assign(star, { starred: true, followers: 5 }));
      http.on('DELETE /ui/api/v1/ui/stars/package', () => {
        throw new HttpFailure(503, 'Busy');
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Star', pressed: false }));
    const starred = await screen.findByRole('button', { name: 'Starred', pressed: true });
    expect(screen.getByRole('complementary', { name: 'About' }).textContent).toContain('Stars5');
    await userEvent.click(starred);
    expect(await screen.findByRole('button', { name: 'Starred', pressed: true })).toBeTruthy();
  });

  it('says when the star is unknown, and retries', async () => {
    let broken = true;
    open(({ http }) =>
      http.on('GET /ui/api/v1/ui/stars/package', () => {
        if (broken) throw new HttpFailure(503, 'Busy');
        return { starred: true, followers: 1 };
      }),
    );
    const retry = await screen.findByRole('button', { name: 'Failed to load your star. Retry' });
    broken = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Starred' })).toBeTruthy();
  });

  it('opens with the readme, and lists versions in a separate tab [pkg-02]', async () => {
    const shell = open(({ http }) =>
      http.on('GET /ui/api/v1/ui/v1/native/about', sampleAbout({ readme: '# Pads\n\nOn the *left*.' })),
    );
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Readme ');
    expect(await screen.findByRole('heading', { name: 'Pads' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Versions 2' }));
    expect(await screen.findByRole('link', { name: '1.3.0' })).toBeTruthy();
    expect(shell.navigation.place.search).toBe('?tab=versions');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Releases only' }));
    expect(shell.navigation.place.search).toBe('?ignorePreRelease=true&tab=versions');
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Versions');
  });

  it('groups the tags of an image by digest [pkg-02]', async () => {
    const image = {
      ...{
        repoKey: 'docker-local',
        digest: `sha256:${'d'.repeat(64)}`,
        tags: ['1.3.0', 'latest'],
        size: 2048,
      },
      ...{ moved: '2026-02-01T10:00:00Z', platforms: ['linux/amd64', 'linux/arm64'], referrers: 1 },
    };
    open(({ http }) => {
      http.on('POST /ui/api/v1/mds/package', {
        data: { package: samplePackage({ id: 'docker://left-pad', packageType: 'docker' }) },
      });
      http.on('GET /ui/api/v1/ui/v1/native/images', { images: [image], more: true });
    });
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Tags by digest ');
    const latest = await screen.findByRole('link', { name: 'latest' });
    expect(latest.getAttribute('href')).toBe(
      '/ui/packages/docker%3A%2F%2Fleft-pad/latest?repos=docker-local&tab=layers',
    );
    const row = latest.closest('li');
    for (const text of ['1.3.0', 'linux/amd64, linux/arm64', 'docker-local', '1 signature or SBOM'])
      expect(row?.textContent).toContain(text);
    expect(screen.getByText(/Only the 1 digests/)).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Readme' })).toBeNull();
  });

  it('names its publisher, its people, and its pages [pkg-02]', async () => {
    open(({ http }) =>
      http.on(
        'GET /ui/api/v1/ui/v1/native/about',
        sampleAbout({ publishedBy: 'emil', authors: ['Rosa', 'Kim'], source: 'https://github.com/acme/pad' }),
      ),
    );
    const about = await screen.findByRole('complementary', { name: 'About' });
    expect((await within(about).findByText('Rosa, Kim')).previousSibling?.textContent).toBe('Authors');
    expect(within(about).getByText('emil').previousSibling?.textContent).toBe('Published by');
    const link = within(about).getByRole('link', { name: /^github\.com\/acme\/pad/ });
    expect(link.getAttribute('href')).toBe('https://github.com/acme/pad');
    expect(within(about).queryByText('Home page')).toBeNull();
  });

  it('shows its versions when its readme fails to load, and shows the error in the tab [pkg-09]', async () => {
    open(({ http }) =>
      http.on('GET /ui/api/v1/ui/v1/native/about', () => {
        throw new HttpFailure(500, 'The index is being rebuilt.');
      }),
    );
    expect(await screen.findByRole('link', { name: '1.3.0' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Readme' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The index is being rebuilt.');
  });

  it('leads from a keyword to all packages that have it [pkg-06]', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'string' });
    expect(link.getAttribute('href')).toBe('/ui/packages?tags=string');
  });

  it('shows the severities of each version on a phone too, beside where it lies [pkg-03]', async () => {
    onPhone();
    const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };
    const scanned = [
      sampleVersion({ vulnerabilities: { ...none, high: 3 } }),
      sampleVersion({ id: 'v2', name: '1.2.0', vulnerabilities: none }),
      sampleVersion({ id: 'v3', name: '1.1.0' }),
    ];
    open((shell) => {
      shell.services.there.add('xray');
      shell.http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage(scanned) } });
    });
    await screen.findByRole('link', { name: '1.2.0' });
    const lines = [...document.querySelectorAll('[role=row] [data-phone=second]')];
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'npm-localH 3',
      'npm-local',
      'npm-localNot Scanned',
    ]);
  });

  it.each([
    ['none', 'packages.risk.none'],
    ['HIGH', 'packages.risk.high'],
    ['odd', 'odd'],
  ])('says a risk that is %s in the words of the language [pkg-02]', async (riskLevel, said) => {
    open((shell) => {
      Object.assign(shell.language, { text: ({ id }: Message) => id });
      shell.http.on('POST /ui/api/v1/mds/package', {
        data: { package: samplePackage({ operationalRisk: { riskLevel } }) },
      });
    });
    const about = await screen.findByRole('complementary', { name: 'packages.package.about' });
    expect(within(about).getByText(said)).toBeTruthy();
  });

  it('gives the command that installs its newest version [pkg-11]', async () => {
    open();
    const command = await screen.findByRole('group', { name: 'Command for the latest version' });
    expect(command).toHaveProperty(
      'textContent',
      'npm install left-pad --registry http://localhost:3000/artifactory/api/npm/npm-local/',
    );
  });

  it('installs the newest version whatever its list is filtered and sorted by [pkg-11]', async () => {
    const path = (version: string) => `reports/${version}/report.pdf`;
    const repos = (version: string) => [{ name: 'files', type: 'local', leadFilePath: path(version) }];
    const shell = open(({ http }) => {
      http.on('POST /ui/api/v1/mds/package', {
        data: { package: samplePackage({ packageType: 'generic' }) },
      });
      http.on('POST /ui/api/v1/mds/versions', ({ options }: FakeCall) => {
        const { filter, orderBy } = (options.body as AskedVersions).graphQL.variables;
        const found = orderBy.direction === 'ASC' ? ['1.2.0', '1.3.0'] : ['1.3.0', '1.2.0'];
        const listed = filter.name === undefined ? found : [];
        const rows = listed.map((name) => sampleVersion({ id: name, name, repos: repos(name) }));
        return { data: { versions: onOnePage(rows) } };
      });
    });
    const command = () => screen.findByRole('group', { name: 'Command for the latest version' });
    expect((await command()).textContent).toContain(path('1.3.0'));
    await userEvent.click(await screen.findByRole('button', { name: 'Version' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^1\./ })[0]?.textContent).toBe('1.2.0'));
    expect((await command()).textContent).toContain(path('1.3.0'));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter versions' }), 'nothing');
    expect(await screen.findByText('No matching versions')).toBeTruthy();
    expect((await command()).textContent).toContain(path('1.3.0'));
    expect(shell.navigation.place.search).toContain('sort_type=asc');
  });

  it('excludes versions that are not releases, and says so [pkg-10]', async () => {
    const shell = open();
    const releases = await screen.findByRole('checkbox', { name: 'Releases only' });
    await userEvent.click(releases);
    expect(shell.navigation.place.search).toBe('?ignorePreRelease=true');
    expect(releases).toHaveProperty('checked', true);
    expect(screen.getByText('Only semver release versions will be shown')).toBeTruthy();
    await waitFor(() => expect(asked(shell, 'versions')).toHaveLength(2));
    expect(asked(shell, 'versions')[1]).toMatchObject({ filter: { ignorePreRelease: true } });
  });

  it('shows that its versions are loading [pkg-10]', async () => {
    open(({ http }) => http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([]) } }));
    expect(await screen.findByText('Package will be available in a few minutes')).toBeTruthy();
  });

  it('is an empty page after a failure, with the error in its place [pkg-09]', async () => {
    let broken = true;
    const shell = open(({ http }) =>
      http.on('POST /ui/api/v1/mds/package', () => {
        if (broken) throw new HttpFailure(500, 'The index is being rebuilt.');
        return { data: { package: samplePackage() } };
      }),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('The index is being rebuilt.');
    expect(shell.notifications.shown).toEqual([]);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'left-pad' })).toBeTruthy();
  });

  it('shows that the package does not exist, and searches for its name', async () => {
    const shell = open(({ http }) => http.on('POST /ui/api/v1/mds/package', { data: { package: null } }));
    const empty = await screen.findByText(
      'Package “left-pad” not found, or you have no permission to view it',
    );
    expect(within(document.body).getByRole('heading', { level: 1 }).textContent).toBe('left-pad');
    expect(empty).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Search for “left-pad”' }));
    expect(shell.navigation.place).toMatchObject({ pathname: '/packages', search: '?name=left-pad' });
  });
});

it('is an empty package after a failure [pkg-09]', async () => {
  const failing = () => Promise.reject(new HttpFailure(500, 'broken'));
  const store = new PackageStore({ json: failing, text: failing }, 'npm://left-pad', false);
  await store.details.fetch();
  expect(store.details.value).toBeUndefined();
  expect(store.details.error?.message).toBe('broken');
});
