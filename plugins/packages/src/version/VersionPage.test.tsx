import { HttpFailure, message, type PackageTabProps } from '@lading/contract';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { noDownloads, onOnePage, samplePackage, sampleVersion } from '../testing/samples.ts';
import { VersionPage } from './VersionPage.tsx';

const NATIVE = 'GET /ui/api/v1/ui/v1/native/versions/npm';

function Scans({ packageName, version, repoKey }: PackageTabProps) {
  return <p>{`Scans of ${packageName} ${version} in ${repoKey}`}</p>;
}

function Broken(): never {
  throw new Error('no layers');
}

function open(search = '', prepare: (shell: FakeShell) => void = () => {}) {
  const place = `/packages/npm%3A%2F%2Fleft-pad/1.3.0${search}`;
  return openAt(place, '/packages/:packageId/:versionId', VersionPage, (shell) => {
    shell.http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([sampleVersion()]) } });
    shell.http.on('GET /ui/api/v1/ui/v1/native/downloads', noDownloads);
    shell.http.on('GET /artifactory/api/repositories', [{ key: 'npm' }]);
    shell.http.on('GET /artifactory/api/storage/npm/left-pad/-/left-pad-1.3.0.tgz', {});
    shell.http.on(`${NATIVE}/readme`, { readme: '# Left pad\n\nPads.' });
    shell.http.on(`${NATIVE}/props`, [{ key: 'npm.disttag', values: ['latest', 'next'] }]);
    shell.http.on(`${NATIVE}/dependencies`, {
      dependencies: [{ name: '@scope/pad', version: '^2.0.0' }],
      devDependencies: [],
    });
    prepare(shell);
  });
}

const imageVersion = sampleVersion({
  repos: [{ name: 'docker-local', type: 'local', leadFilePath: 'team/hello/1.3.0/manifest.json' }],
});

describe('the page of a version', () => {
  it('opens with the readme of an archive [pkg-01] [pkg-04] [pkg-08]', async () => {
    const shell = open();
    expect(await screen.findByRole('heading', { level: 2, name: 'Left pad' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('left-pad 1.3.0');
    expect(screen.getByRole('tab', { name: 'Readme' }).getAttribute('aria-selected')).toBe('true');
    const call = shell.http.calls.find(({ path }) => path.endsWith('/readme'));
    expect(call?.options.query).toEqual({ path: 'left-pad/-/left-pad-1.3.0.tgz', repoKey: 'npm-local' });
  });

  it('shows its metadata, with the full digest [pkg-03]', async () => {
    open();
    const about = await screen.findByRole('complementary', { name: 'About' });
    for (const text of ['2 KiB', 'MIT', 'npm-local']) expect(about.textContent).toContain(text);
    expect(within(about).getByText(`sha256:${'c'.repeat(64)}`)).toBeTruthy();
    expect(within(about).getByRole('button', { name: 'Copy Digest' })).toBeTruthy();
  });

  it('gives both commands that install it [pkg-11]', async () => {
    open();
    const registry = 'http://localhost:3000/artifactory/api/npm/npm/';
    expect(await screen.findByRole('group', { name: 'Command for this version' })).toHaveProperty(
      'textContent',
      `npm install left-pad@1.3.0 --registry ${registry}`,
    );
    expect(await screen.findByRole('group', { name: 'Command for the latest version' })).toHaveProperty(
      'textContent',
      `npm install left-pad --registry ${registry}`,
    );
  });

  it('installs it from the repository that is selected', async () => {
    const shell = open();
    const from = await screen.findByRole('combobox', { name: 'From repository' });
    await userEvent.selectOptions(from, 'npm-local');
    expect(shell.navigation.place.search).toBe('?from=npm-local');
    const command = await screen.findByRole('group', { name: 'Command for this version' });
    expect(command.textContent).toContain('/api/npm/npm-local/');
  });

  it('puts a generated token into the sign-in step, and keeps the client that is selected', async () => {
    const shell = open();
    shell.http.on('POST /ui/api/v1/ui/setMeUp/token', { token: 's3cret', expiresIn: 90 * 86_400 });
    const signIn = async () =>
      (await screen.findByRole('group', { name: 'Sign in with a token' })).textContent;
    expect(await signIn()).toMatch(/^npm config set .*:_authToken=YOUR_TOKEN$/);
    await userEvent.click(screen.getByRole('button', { name: 'Generate token' }));
    await screen.findByText(/You won’t be able to see it again. It expires in 90 days/);
    expect(await signIn()).toMatch(/:_authToken=s3cret$/);
    expect(shell.http.calls.map(({ options }) => options.body)).toContainEqual({ repoKey: 'npm' });
    await userEvent.click(screen.getByRole('radio', { name: 'pnpm' }));
    expect(await signIn()).toMatch(/^pnpm config set .*:_authToken=s3cret$/);
    expect(shell.storage.get('client.npm')).toBe('pnpm');
  });

  it('has properties, files and dependencies, each with a URL [pkg-08]', async () => {
    const shell = open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Properties' }));
    expect(shell.navigation.place.search).toBe('?tab=properties');
    expect(await screen.findByRole('row', { name: 'npm.disttag latest, next' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Dependencies' }));
    const link = await screen.findByRole('link', { name: '@scope/pad' });
    expect(link.getAttribute('href')).toBe('/ui/packages/npm%3A%2F%2F%40scope%2Fpad');
    await userEvent.click(screen.getByRole('tab', { name: 'Files 1' }));
    for (const [kind, sum] of [
      ['sha256', 'c'.repeat(64)],
      ['sha1', 'b'.repeat(40)],
      ['md5', 'a'.repeat(32)],
    ]) {
      const field = screen.getByRole('group', { name: `${kind} of left-pad-1.3.0.tgz` });
      expect(field).toHaveProperty('textContent', sum);
    }
  });

  it('has the files of the selected repository, at their paths there', async () => {
    const [file] = sampleVersion().files;
    if (!file) throw new Error('The sample has no file.');
    const repos = ['helm-a', 'helm-b'].map((name) => ({ name, type: 'local', leadFilePath: 'kite.tgz' }));
    const places = [
      { repo: 'helm-a', path: 'kite.tgz' },
      { repo: 'helm-b', path: 'charts/kite.tgz' },
    ];
    const files = [
      { ...file, name: 'kite.tgz', path: 'kite.tgz', places },
      { ...file, name: 'kite.tgz.prov', path: 'kite.tgz.prov', places: places.slice(0, 1) },
    ];
    const version = sampleVersion({ repos, files });
    const openFrom = (repo: string) =>
      open(`?tab=files&repos=${repo}`, ({ http }) => {
        http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([version]) } });
        http.on('GET /artifactory/api/repositories', [{ key: 'helm-a' }, { key: 'helm-b' }]);
      });
    openFrom('helm-a');
    expect(await screen.findByRole('tab', { name: 'Files 2' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'kite.tgz' }).getAttribute('href')).toContain('/helm-a/kite.tgz');
    cleanup();
    openFrom('helm-b');
    expect(await screen.findByRole('tab', { name: 'Files 1' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'kite.tgz' });
    expect(link.getAttribute('href')).toContain('/helm-b/charts/kite.tgz');
  });

  it('shows no other tab first where the one in the address needs a service that is asked for late [pkg-01]', async () => {
    const tab = {
      id: 'scans',
      label: message('t.scans', 'Scans'),
      requires: { services: ['xray' as const] },
      tab: async () => Scans,
    };
    const of = (known: boolean, there: boolean) =>
      open('?tab=scans', (shell) => {
        shell.add('packageTabs', tab);
        shell.services.known = known;
        if (there) shell.services.there.add('xray');
      });
    const unknown = of(false, false);
    expect(await screen.findByRole('tab', { name: 'Scans', selected: true })).toBeTruthy();
    expect(screen.queryByText(/^Scans of/)).toBeNull();
    expect(unknown.http.calls.some(({ path }) => path.endsWith('/readme'))).toBe(false);
    cleanup();
    of(true, true);
    expect(await screen.findByText('Scans of left-pad 1.3.0 in npm-local')).toBeTruthy();
    cleanup();
    of(true, false);
    expect(await screen.findByRole('tab', { name: 'Readme', selected: true })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Scans' })).toBeNull();
  });

  it('shows its dependents, page by page [pkg-08]', async () => {
    const user = (name: string, more = {}) => ({
      id: `npm://${name}`,
      name,
      version: '2.0.0',
      range: '^1.0.0',
      development: false,
      repo: 'npm-local',
      ...more,
    });
    const shell = open('?tab=dependents', ({ http }) =>
      http.on('GET /ui/api/v1/ui/v1/native/dependents', ({ options }: FakeCall) =>
        options.query?.after === 'next'
          ? {
              dependents: [user('zoo', { development: true })],
              pageInfo: { hasNextPage: false, totalCount: 2 },
            }
          : {
              dependents: [user('@acme/app')],
              pageInfo: { hasNextPage: true, endCursor: 'next', totalCount: 2 },
            },
      ),
    );
    const link = await screen.findByRole('link', { name: '@acme/app' });
    expect(link.getAttribute('href')).toBe('/ui/packages/npm%3A%2F%2F%40acme%2Fapp');
    expect(screen.getByText('2 packages depend on “left-pad” in at least one version.')).toBeTruthy();
    expect((await screen.findByRole('row', { name: /^zoo/ })).textContent).toBe('zoo development2.0.0^1.0.0');
    expect(screen.getAllByRole('row')).toHaveLength(3);
    const call = shell.http.calls.find(({ path }) => path.endsWith('/dependents'));
    expect(call?.options.query).toMatchObject({ packageId: 'npm://left-pad' });
  });

  it('keeps all who use it while another tab is looked at [pkg-08]', async () => {
    const names = (from: number) =>
      Array.from({ length: 300 }, (_, at) => `user-${String(from + at).padStart(4, '0')}`);
    const shell = open('?tab=dependents', ({ http }) =>
      http.on('GET /ui/api/v1/ui/v1/native/dependents', ({ options }: FakeCall) => {
        const from = Number(options.query?.after ?? 0);
        const dependents = names(from).map((name) => ({
          id: `npm://${name}`,
          name,
          version: '2.0.0',
          range: '^1.0.0',
          development: false,
          repo: 'npm-local',
        }));
        const last = from + 300;
        return { dependents, pageInfo: { hasNextPage: last < 1200, endCursor: `${last}`, totalCount: 1200 } };
      }),
    );
    const shown = () => document.querySelectorAll('tbody tr').length;
    for (const count of [300, 600, 900]) {
      await waitFor(() => expect(shown()).toBe(count));
      if (count < 900) await userEvent.click(screen.getByText('Show more'));
    }
    // Runs twice: state that is dropped on going back is missing the next time.
    for (let visit = 1; visit <= 2; visit++) {
      await userEvent.click(screen.getByText('Properties'));
      await screen.findByText('npm.disttag');
      await userEvent.click(screen.getByText('Dependents'));
      await screen.findByText('user-0000');
    }
    expect(screen.getByText('user-0899')).toBeTruthy();
    expect(shown()).toBe(900);
    expect(shell.http.calls.filter(({ path }) => path.endsWith('/dependents'))).toHaveLength(3);
  });

  it('names the builds that made it [pkg-08]', async () => {
    open('?tab=builds', ({ http }) =>
      http.on(`${NATIVE}/builds`, {
        results: [{ name: 'nightly', number: '42', createDate: '2026-01-01T10:00:00Z' }],
        ...{ used: [], truncated: false },
      }),
    );
    expect((await screen.findByRole('row', { name: /^nightly/ })).textContent).toContain('42');
  });

  it('lists the builds that use it next to its dependents, also without any [pkg-08]', async () => {
    const none = { dependents: [], pageInfo: { hasNextPage: false, endCursor: null, totalCount: 0 } };
    const builds = { results: [], truncated: false };
    open('?tab=dependents', ({ http }) => {
      http.on('GET /ui/api/v1/ui/v1/native/dependents', none);
      http.on(`${NATIVE}/builds`, {
        ...{ ...builds, truncated: true },
        used: [{ name: 'app', number: '7', createDate: '2026-01-01T10:00:00Z' }],
      });
    });
    const link = await screen.findByRole('link', { name: '7' });
    expect(link.getAttribute('href')).toBe('/ui/builds/app/7');
    expect(screen.getByText('No dependents')).toBeTruthy();
    expect(screen.getByText(/^More builds made or used this version/)).toBeTruthy();
    cleanup();
    open('?tab=dependents', ({ http }) => {
      http.on('GET /ui/api/v1/ui/v1/native/dependents', none);
      http.on(`${NATIVE}/builds`, { ...builds, used: [] });
    });
    expect(await screen.findByText(/^No build that you have permission to read lists a file/)).toBeTruthy();
    cleanup();
    open('?tab=dependents', ({ http }) => {
      http.on('GET /ui/api/v1/ui/v1/native/dependents', none);
      http.on(`${NATIVE}/builds`, () => {
        throw new HttpFailure(503, 'The server is busy');
      });
    });
    expect(await screen.findByText('Failed to load builds')).toBeTruthy();
  });

  it('loads the layers of an image, whatever tab is open, and shows them step by step [pkg-04] [pkg-08]', async () => {
    const digest = `sha256:${'e'.repeat(64)}`;
    const shell = openAt(
      '/packages/docker%3A%2F%2Fhello/1.3.0',
      '/packages/:packageId/:versionId',
      VersionPage,
      ({ http }) => {
        const repos = [{ name: 'docker-local', type: 'local', leadFilePath: 'hello/1.3.0/manifest.json' }];
        const version = sampleVersion({ repos, package: samplePackage({ packageType: 'docker' }) });
        http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([version]) } });
        http.on('GET /artifactory/api/repositories', []);
        http.on('GET /ui/api/v1/ui/v1/native/versions/docker/props', []);
        http.on('POST /ui/api/v1/ui/views/dockerv2', {
          tagInfo: {
            title: 'hello:1.3.0',
            digest,
            totalSize: 3_145_728,
            ports: ['8080/tcp'],
            volumes: ['/data'],
            labels: [{ key: 'maintainer', value: 'rosa' }],
          },
          blobsInfo: [
            {
              id: 'a',
              shortId: 'eeeeeeeeeeee',
              digest,
              size: 2_097_152,
              created: '',
              command: 'ADD',
              commandText: 'rootfs.tar /',
            },
            { id: 'b', shortId: '', digest: '', size: 0, created: '', command: 'CMD', commandText: '["sh"]' },
          ],
        });
      },
    );
    const tab = await screen.findByRole('tab', { name: 'Layers 2' });
    expect(screen.getByRole('tab', { name: 'Properties' }).getAttribute('aria-selected')).toBe('true');
    const call = shell.http.calls.find(({ path }) => path.endsWith('/dockerv2'));
    expect(call?.options.body).toEqual({
      view: 'dockerv2',
      repoKey: 'docker-local',
      path: 'hello/1.3.0/manifest.json',
    });
    await userEvent.click(tab);
    const panel = screen.getByRole('tabpanel');
    expect(await within(panel).findByText('Stored size')).toBeTruthy();
    for (const text of ['3 MiB', 'ADD rootfs.tar /', '2 MiB', 'CMD ["sh"]'])
      expect(panel.textContent).toContain(text);
    expect(within(panel).getByRole('button', { name: 'Copy Digest of layer 1' })).toBeTruthy();
    expect(panel.textContent).toContain('no file changes');
    await userEvent.click(screen.getByRole('tab', { name: 'Configuration' }));
    const configuration = screen.getByRole('tabpanel');
    expect(await within(configuration).findByText('8080/tcp')).toBeTruthy();
    for (const text of ['/data', 'maintainer']) expect(configuration.textContent).toContain(text);
  });

  it('shows how a container of an image runs [pkg-08]', async () => {
    const tagInfo = {
      ...{ title: 'team/hello:1.3.0', digest: `sha256:${'e'.repeat(64)}`, totalSize: 100, volumes: [] },
      ports: ['8080/tcp'],
      labels: [{ key: 'made', value: 'here' }],
      config: {
        ...{ user: '', workingDir: '/app', stopSignal: '', entrypoint: ['/bin/serve'], command: [] },
        env: [{ key: 'PORT', value: '8080' }],
      },
    };
    const blobsInfo = [
      { id: '1', shortId: 'ab', digest: 'sha256:ab', size: 100, created: '', command: '', commandText: '' },
    ];
    openAt(
      '/packages/docker%3A%2F%2Fteam%2Fhello/1.3.0?tab=configuration',
      '/packages/:packageId/:versionId',
      VersionPage,
      (prepared) => {
        prepared.http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([imageVersion]) } });
        prepared.http.on('GET /ui/api/v1/ui/v1/native/downloads', noDownloads);
        prepared.http.on('POST /ui/api/v1/ui/views/dockerv2', { tagInfo, blobsInfo });
      },
    );
    const panel = await screen.findByRole('tabpanel', { name: /^Configuration/ });
    expect((await within(panel).findByText('Entrypoint')).nextSibling?.textContent).toBe('["/bin/serve"]');
    expect(within(panel).getByText('User').nextSibling?.textContent).toBe('root (not set)');
    expect(within(panel).getByText('PORT').closest('li')?.textContent).toBe('PORT 8080');
    expect(within(panel).getByText('made').closest('li')?.textContent).toBe('made here');
    expect(screen.queryByRole('tab', { name: 'Readme' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Dependencies' })).toBeNull();
  });

  it('lists signatures and SBOMs of an image with their contents [pkg-08]', async () => {
    const referrer = {
      ...{
        digest: `sha256:${'f'.repeat(64)}`,
        subject: '',
        kind: 'sbom',
        type: 'application/spdx+json',
        size: 2048,
      },
      facts: [{ key: 'packages', value: '42' }],
      annotations: [{ key: 'by', value: 'syft' }],
    };
    openAt(
      '/packages/docker%3A%2F%2Fteam%2Fhello/1.3.0?tab=referrers',
      '/packages/:packageId/:versionId',
      VersionPage,
      (prepared) => {
        prepared.http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([imageVersion]) } });
        prepared.http.on('GET /ui/api/v1/ui/v1/native/downloads', noDownloads);
        prepared.http.on('GET /ui/api/v1/ui/v1/native/images/referrers', {
          referrers: [referrer],
          more: false,
        });
      },
    );
    const panel = await screen.findByRole('tabpanel', { name: /^Signatures and SBOMs/ });
    expect(await within(panel).findByRole('heading', { name: 'SBOM application/spdx+json' })).toBeTruthy();
    expect(within(panel).getByText('Packages').nextSibling?.textContent).toBe('42');
    expect(within(panel).getByText(/listed here, not verified/)).toBeTruthy();
  });

  it('shows the layers of each platform of an image, as the URL specifies [pkg-08]', async () => {
    const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`;
    const image = (platform: string, command: string, more = {}) => ({
      tagInfo: {
        title: 'hello:1.3.0',
        digest: digestOf('f'),
        totalSize: 2048,
        ports: [],
        volumes: [],
        labels: [],
        platform,
        ...more,
      },
      blobsInfo: [
        { id: 'a', shortId: '', digest: '', size: 0, created: '', command: 'CMD', commandText: command },
      ],
    });
    const platforms = [
      { name: 'linux/amd64', digest: digestOf('a') },
      { name: 'linux/arm64', digest: digestOf('b') },
    ];
    const place = '/packages/docker%3A%2F%2Fteam%2Fhello/1.3.0?tab=layers';
    const shell = openAt(place, '/packages/:packageId/:versionId', VersionPage, ({ http }) => {
      const repos = [{ name: 'docker-local', type: 'local', leadFilePath: 'team/hello/1.3.0/manifest.json' }];
      http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([sampleVersion({ repos })]) } });
      http.on('GET /artifactory/api/repositories', []);
      http.on('POST /ui/api/v1/ui/views/dockerv2', ({ options }: FakeCall) =>
        (options.body as { path: string }).path === `team/hello/_manifests/sha256__${'b'.repeat(64)}.json`
          ? image('linux/arm64', 'of arm')
          : image('linux/amd64', 'of amd', { platforms }),
      );
    });
    expect(await screen.findByText('of amd')).toBeTruthy();
    const choice = screen.getByRole('combobox', { name: 'Platform' });
    expect(choice).toHaveProperty('value', digestOf('a'));
    await userEvent.selectOptions(choice, 'linux/arm64');
    expect(await screen.findByText('of arm')).toBeTruthy();
    expect(shell.navigation.place.search).toBe('?tab=layers&platform=linux%2Farm64');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Platform' }), 'linux/amd64');
    expect(await screen.findByText('of amd')).toBeTruthy();
    expect(shell.navigation.place.search).toBe('?tab=layers');
  });

  it('shows a readme that is no Markdown as it was written', async () => {
    const plain = 'Title\n=====\n\n.. note:: *no* Markdown';
    open('', ({ http }) => http.on(`${NATIVE}/readme`, { readme: `\`\`\`text\n${plain}\n\`\`\`\n` }));
    expect(
      await screen.findByText((_, element) => element?.tagName === 'PRE' && element.textContent === plain),
    ).toBeTruthy();
  });

  it('has the tabs that other plugins add for its type, and keeps their errors to the tab', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const shell = open('?tab=scans', (prepared) => {
      prepared.add('packageTabs', {
        id: 'scans',
        label: message('t.scans', 'Scans'),
        packageTypes: ['npm'],
        tab: async () => Scans,
      });
      const broken = { id: 'broken', label: message('t.broken', 'Broken'), tab: async () => Broken };
      prepared.add('packageTabs', broken);
      prepared.add('packageTabs', { ...broken, id: 'platforms', packageTypes: ['docker'] });
      prepared.add('packageTabs', { ...broken, id: 'issues', requires: { services: ['xray'] } });
    });
    expect(await screen.findByText('Scans of left-pad 1.3.0 in npm-local')).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.trim())).toEqual([
      'Readme',
      'Properties',
      'Files 1',
      'Dependencies',
      'Dependents',
      'Builds',
      'Contents',
      'SBOM',
      'Scans',
      'Broken',
    ]);
    await userEvent.click(screen.getByRole('tab', { name: 'Broken' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no layers');
    expect(shell.failures).toMatchObject([{ error: { message: 'no layers' } }]);
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(shell.navigation.place.search).toBe('?tab=broken');
  });

  it.each([
    ['readme', 'Failed to load the readme'],
    ['properties', 'Failed to load properties'],
    ['dependencies', 'Failed to load dependencies'],
    ['builds', 'Failed to load builds'],
  ])('keeps a failure of the %s to its tab [pkg-09]', async (tab, said) => {
    const fail = () => {
      throw new HttpFailure(500, 'The tarball cannot be read.');
    };
    const shell = open(`?tab=${tab}`, ({ http }) => {
      for (const part of ['readme', 'props', 'dependencies', 'builds']) http.on(`${NATIVE}/${part}`, fail);
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(said);
    expect(alert.textContent).toContain('The tarball cannot be read.');
    expect(shell.notifications.shown).toEqual([]);
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  });

  it.each([
    ['readme', { readme: '' }, 'No readme'],
    ['props', [], 'No properties'],
    ['dependencies', { dependencies: [], devDependencies: [] }, 'No dependencies'],
    ['builds', { results: [] }, 'No builds'],
  ])('says that there is nothing: %s', async (part, answer, said) => {
    const tab = part === 'props' ? 'properties' : part;
    open(`?tab=${tab}`, ({ http }) => http.on(`${NATIVE}/${part}`, answer));
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it.each([
    [403, ['You have no permission to download this file']],
    [404, ['This file no longer exists']],
    [500, []],
  ])('says why it cannot be downloaded only for 403 and 404: %d [pkg-09]', async (status, said) => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const shell = open('', ({ http }) =>
      http.on('HEAD /ui/api/v1/ui/download', () => {
        throw new HttpFailure(status, 'no');
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(shell.notifications.shown.map(({ text }) => text)).toEqual(said));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(said.length === 0 ? 1 : 0));
  });

  it('warns of a version that should not be used any more', async () => {
    const old = sampleVersion({ deprecated: 'Use right-pad' });
    open('', ({ http }) => http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([old]) } }));
    expect(await screen.findByText('Deprecated: Use right-pad')).toBeTruthy();
  });

  it('shows that the version does not exist', async () => {
    const other = sampleVersion({ name: '1.3.0-RC' });
    open('', ({ http }) =>
      http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([other]) } }),
    );
    expect(
      await screen.findByText(
        'Version “1.3.0” of “left-pad” not found, or you have no permission to view it',
      ),
    ).toBeTruthy();
  });
});

it('shows SBOMs that were published with the version, and says when there are none', async () => {
  open('?tab=sbom');
  expect(await screen.findByText('No SBOM is attached to this version.')).toBeTruthy();
  cleanup();
  open('?tab=sbom', ({ http }) => {
    const [file] = sampleVersion().files;
    if (!file) throw new Error('The sample has no file.');
    const name = 'left-pad-1.3.0-cyclonedx.json';
    const path = `left-pad/-/${name}`;
    const more = { lead: false, name, path, places: [{ repo: 'npm-local', path }] };
    const files = [file, { ...file, ...more }];
    http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([sampleVersion({ files })]) } });
    const bill = { bomFormat: 'CycloneDX', specVersion: '1.5', components: [{}, {}] };
    http.on('GET /ui/api/v1/ui/contents/preview', { state: 'text', text: JSON.stringify(bill) });
  });
  const heading = await screen.findByRole('heading', { name: 'Attached SBOMs' });
  const section = within(heading.parentElement as HTMLElement);
  expect(section.getAllByRole('listitem')).toHaveLength(1);
  expect(await section.findByText(/^CycloneDX 1\.5 · packages: 2 · \d/)).toBeTruthy();
  const link = section.getByRole('link', { name: 'left-pad-1.3.0-cyclonedx.json' });
  expect(link.getAttribute('href')).toBe(
    '/ui/api/v1/ui/download?repoKey=npm-local&path=left-pad%2F-%2Fleft-pad-1.3.0-cyclonedx.json',
  );
});

it('reads few published SBOMs, each on request, and shows why one could not be read', async () => {
  const [file] = sampleVersion().files;
  if (!file) throw new Error('The sample has no file.');
  const sbom = (name: string, size = 2048) => ({
    ...{ ...file, lead: false, name, size, path: name, sha256: name },
    places: [{ repo: 'npm-local', path: name }],
  });
  const files = [
    ...[sbom('large.cdx.json', 1024 * 1024 + 1), sbom('bom.xml')],
    ...Array.from({ length: 5 }, (_, at) => sbom(`${at}.cdx.json`)),
  ];
  const shell = open('?tab=sbom', ({ http }) => {
    http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([sampleVersion({ files })]) } });
    http.on('GET /ui/api/v1/ui/contents/preview', () => {
      throw new HttpFailure(503, 'Too many archives are being read');
    });
  });
  const read = () =>
    shell.http.calls
      .filter(({ path }) => path.endsWith('/preview'))
      .map(({ options }) => (options.query as { path: string }).path);
  const failed = await screen.findAllByText('Failed to read the SBOM: Too many archives are being read');
  expect([failed.length, read()]).toEqual([3, ['0.cdx.json', '1.cdx.json', '2.cdx.json']]);
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.5', components: [{}] };
  shell.http.on('GET /ui/api/v1/ui/contents/preview', { state: 'text', text: JSON.stringify(bill) });
  await userEvent.click(screen.getByRole('button', { name: 'Show details of 4.cdx.json' }));
  expect(await screen.findAllByText(/^CycloneDX 1\.5 · packages: 1/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Retry 0.cdx.json' }));
  await waitFor(() => expect(screen.getAllByText(/^CycloneDX 1\.5 · packages: 1/)).toHaveLength(2));
  expect(read().slice(3)).toEqual(['4.cdx.json', '0.cdx.json']);
});

it.each([
  ['sbom', false, ['SPDX-2.3', 'syft-1.0 · packages: 2 · linux/amd64 · 2 KiB']],
  ['signature', false, ['No SBOM is attached to this version.']],
  ['signature', true, ['Too many signatures and attestations to look for attached SBOMs.']],
])('shows SBOMs that were attached to an image: %s, more: %s', async (kind, more, texts) => {
  const place = '/packages/docker%3A%2F%2Fhello/1.3.0?tab=sbom';
  openAt(place, '/packages/:packageId/:versionId', VersionPage, ({ http }) => {
    const repos = [{ name: 'docker-local', type: 'local', leadFilePath: 'hello/1.3.0/manifest.json' }];
    const version = sampleVersion({ repos, package: samplePackage({ packageType: 'docker' }) });
    http.on('POST /ui/api/v1/mds/versions', { data: { versions: onOnePage([version]) } });
    http.on('GET /artifactory/api/repositories', []);
    const facts = [
      ...[{ key: 'format', value: 'SPDX-2.3' }],
      ...[{ key: 'tool', value: 'syft-1.0' }],
      { key: 'packages', value: '2' },
    ];
    const found = { digest: 'sha256:a', subject: 'sha256:b', platform: 'linux/amd64', kind, type: 'x' };
    http.on('GET /ui/api/v1/ui/v1/native/images/referrers', {
      ...{ referrers: [{ ...found, size: 2048, facts, annotations: [] }], more },
    });
  });
  for (const each of texts) expect(await screen.findByText(each)).toBeTruthy();
});

it('downloads the SBOM in both formats', async () => {
  open('?tab=sbom');
  const link = await screen.findByRole('link', { name: 'Download CycloneDX 1.6' });
  expect(link.getAttribute('href')).toBe(
    '/ui/api/v1/ui/sbom/version?packageId=npm%3A%2F%2Fleft-pad&version=1.3.0&repo=npm-local&format=cyclonedx',
  );
  expect(screen.getByRole('link', { name: 'Download SPDX 2.3' }).getAttribute('href')).toContain(
    'format=spdx',
  );
});
