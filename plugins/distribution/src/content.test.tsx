import { HttpFailure } from '@lading/contract';
import type { BundleDetails, BundleFindings, BundlePackage } from '@lading/contract/rest';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ContentSection } from './content/ContentSection.tsx';
import { openAt } from './testing/openAt.ts';

const CALL = '/ui/api/v1/ui/releaseBundles/app/1.0';
const zero = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };
const findings: BundleFindings = {
  ...{ packages: 3, filesWithoutPackage: 1, totalIssues: 1200 },
  licenses: [
    { license: 'MIT', packages: 2 },
    { license: null, packages: 1 },
  ],
  scans: { known: 1, pending: 1, unknown: 1, off: 0 },
  vulnerabilities: { ...zero, critical: 1, high: 1199 },
  issues: [
    {
      ...{ id: 'CVE-2024-1', title: 'Lets everyone in', severity: 'critical', score: 9.8, fixed: null },
      ...{ url: 'https://example.org/1', type: 'npm', name: 'leaky', version: '1.0.0' },
    },
  ],
};
const pack: BundlePackage = {
  ...{ type: 'npm', name: 'leaky', version: '1.0.0', repository: 'npm-local', files: 1, bytes: 7 },
  ...{ licenses: ['MIT'], scan: 'known', vulnerabilities: { ...zero, high: 2 } },
};
const packages: BundlePackage[] = [
  pack,
  { ...pack, name: 'sound', vulnerabilities: zero },
  { ...pack, type: 'maven', name: 'a:b', licenses: [], scan: 'unknown', vulnerabilities: null },
  { ...pack, name: 'late', scan: 'pending', vulnerabilities: null },
];
const details = { name: 'app', version: '1.0', artifacts: 5 } as BundleDetails;

const open = (search = '', answer: unknown = findings) =>
  openAt(
    `/release-bundles/source/app/1.0${search}`,
    '/release-bundles/source/:name/:version',
    () => <ContentSection details={details} />,
    ({ http }) =>
      http
        .on(`GET ${CALL}/findings`, answer)
        .on(`GET ${CALL}/packages`, { packages, total: 4 })
        .on(`GET ${CALL}/artifacts`, { artifacts: [], total: 0 }),
  );

describe('packages', () => {
  it('have licenses and findings, and unknown ones are not shown as none', async () => {
    open();
    const row = async (name: RegExp) =>
      within((await screen.findByRole('link', { name })).closest('[role="row"]') as HTMLElement);
    expect((await row(/^leaky/)).getByText('2')).toBeTruthy();
    expect((await row(/^sound/)).getByText('None known')).toBeTruthy();
    expect((await row(/^a:b/)).getByText('Not Scanned')).toBeTruthy();
    expect((await row(/^a:b/)).getByText('Unknown')).toBeTruthy();
    expect((await row(/^late/)).getByText('Waiting for scan')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^a:b/ }).getAttribute('href')).toBe(
      '/ui/packages/gav%3A%2F%2Fa%3Ab/1.0.0',
    );
  });

  it('are in the first of the tabs, whose selection is in the URL', async () => {
    const shell = open();
    expect(await screen.findByRole('tab', { name: 'Packages 3', selected: true })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Files 5' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Licenses' }));
    expect(shell.navigation.place.search).toBe('?content=licenses');
    const unknown = (await screen.findByText('Unknown')).closest('tr');
    expect(unknown?.textContent).toBe('Unknown1');
  });
});

describe('vulnerabilities', () => {
  it('are counted and listed, next to the number of unknown ones', async () => {
    open('?content=vulnerabilities');
    expect(await screen.findByText(/1,200 known vulnerabilities in 1 scanned package version/)).toBeTruthy();
    expect(screen.getByText(/Not scanned: 1 package version\. No imported advisories/)).toBeTruthy();
    expect(screen.getByText('Waiting for a scan: 1 package version.')).toBeTruthy();
    expect(screen.getByText(/1 file belongs to no package/)).toBeTruthy();
    expect(screen.getByText('Only the first 1, by severity, are listed.')).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: /Lets everyone in/ })).toBeTruthy();
    expect(screen.getByText('Not fixed')).toBeTruthy();
  });

  it.each<[string, Partial<BundleFindings>, string, boolean]>([
    ['off', { scans: { known: 0, pending: 0, unknown: 0, off: 3 } }, 'Scanning is off: vuln', false],
    ['none', { scans: { known: 3, pending: 0, unknown: 0, off: 0 } }, 'No known vulnerab', true],
    [
      'no packages',
      { packages: 0, scans: { known: 0, pending: 0, unknown: 0, off: 0 } },
      'Nothing is',
      false,
    ],
  ])('say why there are none: %s', async (_why, more, said, none) => {
    open('?content=vulnerabilities', {
      ...{ ...findings, filesWithoutPackage: 0, totalIssues: 0, issues: [], vulnerabilities: zero },
      ...more,
    });
    expect(await screen.findByText(new RegExp(said))).toBeTruthy();
    expect(screen.queryByText(/No known vulnerabilities/) !== null).toBe(none);
  });

  it('are shown as failed if they cannot be loaded', async () => {
    open('?content=vulnerabilities', () => {
      throw new HttpFailure(503, 'The database is not responding');
    });
    expect(await screen.findByText('Failed to load licenses and vulnerabilities')).toBeTruthy();
    expect(screen.getByText(/The database is not responding/)).toBeTruthy();
  });
});
