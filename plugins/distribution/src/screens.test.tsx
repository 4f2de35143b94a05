import { HttpFailure } from '@lading/contract';
import type { BundleDetails, BundleFindings, BundlePage as Page, PromotionPlan } from '@lading/contract/rest';
import { type FakeCall, type FakeShell, fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TAB, VERSION } from './addresses.ts';
import { ContainingTab } from './contained/ContainingTab.tsx';
import { BundlesPage } from './routes/BundlesPage.tsx';
import { openAt } from './testing/openAt.ts';
import { BundlePage } from './version/BundlePage.tsx';

const CALL = '/ui/api/v1/ui/releaseBundles';
const created = '2026-04-01T00:00:00.000Z';
const row = {
  ...{ name: 'app', version: '1.0', created, createdBy: 'ada', artifacts: 2, bytes: 15 },
  environments: ['PROD'],
};
const page: Page = {
  ...{ bundles: [row], total: 1, mayCreate: true },
  facets: { environments: [{ value: 'PROD', count: 1 }], createdBy: [{ value: 'ada', count: 1 }] },
};
const details: BundleDetails = {
  ...row,
  ...{ sources: ['build: ci/app 7'], mayPromote: true, mayDelete: true },
  repositories: [{ key: 'libs', packageType: 'generic', artifacts: 2, bytes: 15 }],
  signature: { valid: true, problem: '', keyName: 'default', keyId: 'abc', openPgpKey: 'f00d' },
  promotions: [
    {
      ...{ environment: 'PROD', status: 'COMPLETED', created, createdMillis: 1, createdBy: 'bea' },
      ...{ repositories: ['libs-prod'], artifacts: 2, message: '' },
    },
  ],
};
const artifact = {
  ...{ path: 'app/1.0/app.bin', checksum: 'a'.repeat(64), source_repository_key: 'libs' },
  ...{ package_type: 'generic', size: 7, properties: [] },
};
const plan: PromotionPlan = {
  ...{ copies: 1, bytes: 7, there: 0, replaces: 0, refused: 0, targets: { 'libs-prod': 1 }, digest: 'd1' },
  conditions: null,
  lines: [{ from: 'libs/app.bin', to: 'libs-prod/app.bin', size: 7, what: 'copy', why: '' }],
};

const findings: BundleFindings = {
  ...{ packages: 0, filesWithoutPackage: 2, licenses: [], issues: [], totalIssues: 0 },
  scans: { known: 0, pending: 0, unknown: 0, off: 0 },
  vulnerabilities: { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 },
};

function withService(shell: FakeShell) {
  shell.services.there.add('distribution');
  shell.services.versions.set('artifactory', '7.77.0').set('distribution', '2.20.0');
}
const openList = (answer: unknown, place = '/release-bundles/source') =>
  openAt(place, TAB, BundlesPage, (shell) => {
    withService(shell);
    shell.http.on(`GET ${CALL}`, answer);
  });
const openVersion = (answer: unknown, prepare: (shell: FakeShell) => void = () => {}) =>
  openAt('/release-bundles/source/app/1.0', VERSION, BundlePage, (shell) => {
    withService(shell);
    shell.http
      .on(`GET ${CALL}/app/1.0`, answer)
      .on('GET /lifecycle/api/v2/release_bundle/records/app/1.0/attestations', { attestations: [] })
      .on(`GET ${CALL}/app/1.0/conditions`, { environments: [] })
      .on(`GET ${CALL}/app/1.0/artifacts`, { artifacts: [artifact], total: 1 })
      .on(`GET ${CALL}/app/1.0/packages`, { packages: [], total: 0 })
      .on(`GET ${CALL}/app/1.0/findings`, findings)
      .on('GET /access/api/v1/environments', [{ name: 'DEV' }, { name: 'PROD' }])
      .on(`GET ${CALL}/app/1.0/distributions`, { distributions: [], edges: [], mayDistribute: false })
      .on(`GET ${CALL}/environments`, { environments: [], edges: [], versions: [] });
    prepare(shell);
  });

describe('the list', () => {
  it('searches by the name in the search box, and offers facets with their counts', async () => {
    const shell = openList(page, '/release-bundles/source?name=app');
    const link = await screen.findByRole('link', { name: 'app 1.0' });
    expect(link.getAttribute('href')).toBe('/ui/release-bundles/source/app/1.0');
    expect(shell.http.calls[0]?.options.query).toMatchObject({ search: 'app', offset: 0 });
    const field = screen.getByRole('combobox', { name: 'Environment' });
    expect(within(field).getByRole('option', { name: 'PROD (1)' })).toBeTruthy();
    await userEvent.selectOptions(field, 'PROD');
    expect(shell.navigation.place.search).toBe('?name=app&environment=PROD');
    expect(shell.http.calls.at(-1)?.options.query).toMatchObject({ environment: 'PROD' });
  });

  it('explains its content while it is empty', async () => {
    openList({ ...page, bundles: [], total: 0 });
    expect(await screen.findByText('No release bundles yet')).toBeTruthy();
    expect(screen.getByText('jf release-bundle-create', { selector: 'code' })).toBeTruthy();
  });

  it('offers no creation without permission', async () => {
    openList({ ...page, mayCreate: false });
    await screen.findByRole('link', { name: 'app 1.0' });
    expect(screen.queryByRole('button', { name: 'New release bundle' })).toBeNull();
  });

  it('creates a version, and shows validation errors of the server at the fields', async () => {
    const shell = openList(page);
    let taken = true;
    shell.http.on('POST /lifecycle/api/v2/release_bundle', () => {
      if (taken) throw new HttpFailure(409, 'app 1.0 exists already', 'RELEASE_BUNDLE_EXISTS');
      return {};
    });
    await userEvent.click(await screen.findByRole('button', { name: 'New release bundle' }));
    const dialog = await screen.findByRole('dialog', { name: 'New release bundle' });
    const type = (name: RegExp, value: string) =>
      userEvent.type(within(dialog).getByRole('textbox', { name }), value);
    const submit = () => userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await submit();
    expect(within(dialog).getAllByText(/Invalid version\. Expected up to 32/).length).toBeGreaterThan(0);
    await type(/^Name/, 'app');
    await type(/^Version/, '1.0');
    await type(/^Artifact paths/, 'libs/a.bin\nlibs/b.bin');
    await submit();
    expect((await within(dialog).findAllByText('app 1.0 exists already')).length).toBeGreaterThan(0);
    taken = false;
    await submit();
    expect(shell.http.calls.at(-1)?.options.body).toEqual({
      ...{ release_bundle_name: 'app', release_bundle_version: '1.0', source_type: 'artifacts' },
      source: { artifacts: [{ path: 'libs/a.bin' }, { path: 'libs/b.bin' }] },
    });
    expect(shell.navigation.place.pathname).toBe('/release-bundles/source/app/1.0');
  });
});

describe('the page of a version', () => {
  it('shows content, signature, and history', async () => {
    openVersion(details);
    expect(await screen.findByText('Signature valid.')).toBeTruthy();
    expect(screen.getByText('Promoted to PROD')).toBeTruthy();
    expect(screen.getByText('2 artifacts copied to libs-prod')).toBeTruthy();
    expect(screen.getByText('build: ci/app 7')).toBeTruthy();
    const sbom = screen.getByRole('link', { name: 'SPDX 2.3' }).getAttribute('href');
    expect(sbom).toBe(`${CALL}/app/1.0/sbom?format=spdx`);
    await userEvent.click(screen.getByRole('tab', { name: 'Files 2' }));
    const link = await screen.findByRole('link', { name: 'libs/app/1.0/app.bin' });
    expect(link.getAttribute('href')).toBe('/ui/repos/tree/General/libs/app/1.0/app.bin');
  });

  it('shows why verification failed, and then offers no promotion', async () => {
    const problem = 'Its record is not what was signed';
    openVersion({ ...details, signature: { ...details.signature, valid: false, problem } });
    expect(await screen.findByText('Verification failed.')).toBeTruthy();
    expect(screen.getByText(/Its record is not what was signed\. Do not use this version/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Promote' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'SPDX 2.3' })).toBeNull();
  });

  it('promotes exactly the previewed changes, and previews again after a change', async () => {
    let outdated = true;
    const sent: unknown[] = [];
    const shell = openVersion(details, ({ http }) => {
      http.on('GET /artifactory/api/repositories', [
        { key: 'libs-prod', type: 'LOCAL', url: '', packageType: 'generic', description: '' },
      ]);
      http.on(`POST ${CALL}/app/1.0/promotion/plan`, () => (outdated ? plan : { ...plan, digest: 'd2' }));
      http.on(`POST ${CALL}/app/1.0/promotion`, ({ options }: FakeCall) => {
        sent.push(options.body);
        if (!outdated) return {};
        outdated = false;
        throw new HttpFailure(409, 'Outdated', 'PLAN_CHANGED');
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Promote' }));
    const dialog = await screen.findByRole('dialog', { name: 'Promote app 1.0' });
    await userEvent.click(await within(dialog).findByRole('combobox', { name: 'Only these repositories' }));
    await userEvent.click(await within(dialog).findByRole('option', { name: 'libs-prod' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }));
    expect(
      await within(dialog).findByText(/1 file \(7 B\) will be copied to libs-prod \(1\)\./),
    ).toBeTruthy();
    expect(within(dialog).getByText('libs/app.bin → libs-prod/app.bin')).toBeTruthy();
    const promote = () => userEvent.click(within(dialog).getByRole('button', { name: 'Promote' }));
    await promote();
    expect(await within(dialog).findByText(/The repositories have changed since the preview/)).toBeTruthy();
    await promote();
    expect(sent).toEqual(
      ['d1', 'd2'].map((digest) => ({
        ...{ environment: 'PROD', overwrite_existing_artifacts: false, digest },
        included_repository_keys: ['libs-prod'],
      })),
    );
    expect(shell.notifications.shown.at(-1)?.text).toBe('Release bundle app 1.0 promoted to PROD.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not allow a blocked promotion', async () => {
    const why = 'You have no WRITE permission on libs-prod/app.bin';
    const line = { ...plan.lines[0], what: 'refused', why };
    openVersion(details, ({ http }) =>
      http.on(`POST ${CALL}/app/1.0/promotion/plan`, { ...plan, copies: 0, refused: 1, lines: [line] }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Promote' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Preview' }));
    expect(await within(dialog).findByText(why)).toBeTruthy();
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Promote' });
    expect(button.disabled || button.getAttribute('aria-disabled') === 'true').toBe(true);
  });

  it('deletes the version after a confirmation with the consequences', async () => {
    const shell = openVersion(details, ({ http }) =>
      http.on('DELETE /lifecycle/api/v2/release_bundle/records/app/1.0', undefined),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await expect.poll(() => shell.navigation.place.pathname).toBe('/release-bundles/source');
    expect(shell.modals.asked[0]?.text).toContain('Its 2 artifacts stay in the repositories');
  });

  it('shows that the version does not exist', async () => {
    openVersion(() => {
      throw new HttpFailure(404, 'Not found');
    });
    expect(await screen.findByText(/Release bundle “app 1.0” not found/)).toBeTruthy();
  });
});

it('shows the bundles with the lead file on the page of a package version [rb-03]', async () => {
  const shell = fakeShell({ plugin: 'distribution' });
  withService(shell);
  const sha256 = 'b'.repeat(64);
  shell.http
    .on('GET /artifactory/api/storage/libs/app/1.0/app.bin', { checksums: { sha256 } })
    .on(`GET /distribution/api/ui/release_bundle/checksum/${sha256}`, {
      data: [{ name: 'app', version: '1.0', created, created_by: 'ada', environments: ['PROD'] }],
      total: 25,
    });
  const props = { packageType: 'generic', packageName: 'app', version: '1.0', repoKey: 'libs' };
  renderInShell(shell, <ContainingTab {...props} path="app/1.0/app.bin" />);
  const link = await screen.findByRole('link', { name: 'app 1.0' });
  expect(link.getAttribute('href')).toBe('/ui/release-bundles/source/app/1.0');
  expect(screen.getByText(/In 25 bundle versions, newest first/)).toBeTruthy();
  expect(shell.http.calls.at(-1)?.options.query).toEqual({ num_of_rows: 20 });
});
